import { describe, expect, it } from "vitest";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import { NOTHING_DECLARED } from "../model/operation.model.ts";
import type { EditFacts, EditPlan, Placement, Membership } from "./fusion-edit.rules.ts";
import { checkUndo, planMerge, planSplit, planUndo, undoneEditsOf } from "./fusion-edit.rules.ts";

/** An operation with `count` suboperations, numbered from ten times its own number; the first began first. */
function operation(id: number, count: number): OperationModel {
  const model: OperationModel = {
    id,
    uuid: `operation-${id}`,
    createdMs: 0,
    updatedMs: 0,
    firstMs: 0,
    lastMs: 0,
    suboperations: [],
  };
  for (let index = 0; index < count; index++) model.suboperations.push(suboperation(model, id * 10 + index, index));
  return model;
}

function suboperation(of: OperationModel, id: number, firstMs: number): SuboperationModel {
  return {
    id,
    uuid: `suboperation-${id}`,
    operation: of,
    ownerId: null,
    isPrivate: false,
    sensorId: "roof",
    technology: "wifi_beacon",
    sourceType: "rid_receiver",
    transmitter: null,
    createdMs: 0,
    updatedMs: 0,
    firstMs,
    lastMs: firstMs,
    recordCount: 0,
    box: null,
    declared: NOTHING_DECLARED,
    warnings: [],
    linkReason: firstMs === 0 ? "first_seen" : "same_identifier",
    linkConfidence: firstMs === 0 ? 1 : 0.98,
    origin: null,
    sender: null,
    isPinned: false,
    plan: null,
    aircraft: null,
    firstFix: null,
    lastFix: null,
  };
}

const describeMembership = (placing: Membership) =>
  `${placing.operation} ${placing.reason}${placing.isPinned ? " pinned" : ""}`;
const moves = ({ placements }: EditPlan) =>
  placements.map(
    ({ suboperation, from, to }: Placement) =>
      `${suboperation}: ${describeMembership(from)} → ${describeMembership(to)}`,
  );

describe("a plan", () => {
  it("to merge moves the suboperations of the others, and pins all", () => {
    const plan = planMerge(operation(1, 1), [operation(2, 2)]);
    expect(moves(plan)).toEqual([
      "10: 1 first_seen → 1 first_seen pinned",
      "20: 2 first_seen → 1 by_hand pinned",
      "21: 2 same_identifier → 1 by_hand pinned",
    ]);
    expect(plan.redirects).toEqual([{ operation: 2, from: null, to: 1 }]);
  });

  it("to split moves what is split off, pins all, and makes the first of the others first seen", () => {
    const plan = planSplit(operation(1, 3), ({ id }) => id === 10, 2);
    expect(moves(plan)).toEqual([
      "10: 1 first_seen → 2 by_hand pinned",
      "11: 1 same_identifier → 1 first_seen pinned",
      "12: 1 same_identifier → 1 same_identifier pinned",
    ]);
    expect(plan.redirects).toEqual([]);
  });

  it("to undo is the reverse", () => {
    const merge = planMerge(operation(1, 1), [operation(2, 1)]);
    const undo = planUndo(merge, []);
    expect(moves(undo)).toEqual(["10: 1 first_seen pinned → 1 first_seen", "20: 1 by_hand pinned → 2 first_seen"]);
    expect(undo.redirects).toEqual([{ operation: 2, from: 1, to: null }]);
    expect(planUndo(undo, [])).toEqual(merge);
  });

  it("to undo a split also moves what has joined the new part, and leaves an id that stays valid", () => {
    const split = planSplit(operation(1, 2), ({ id }) => id === 11, 2);
    const fresh = operation(2, 1);
    const undo = planUndo(split, [operation(1, 1), fresh]);
    expect(moves(undo)).toEqual([
      "10: 1 first_seen pinned → 1 first_seen",
      "11: 2 by_hand pinned → 1 same_identifier",
      "20: 2 first_seen → 1 first_seen",
    ]);
    expect(undo.redirects).toEqual([{ operation: 2, from: null, to: 1 }]);
    expect(planUndo(undo, []).redirects).toEqual([{ operation: 2, from: 1, to: null }]);
  });
});

describe("of some edits", () => {
  const edit = (number: number, undoes: number | null = null, ...suboperations: readonly number[]): EditFacts => ({
    number,
    kind: undoes === null ? "merge" : "undo",
    by: "user",
    undoes,
    suboperations,
  });

  it.each<[string, readonly EditFacts[], readonly number[]]>([
    ["none is undone by itself", [edit(1), edit(2)], []],
    ["one is undone by another", [edit(1), edit(2, 1)], [1]],
    ["one is in force again when its undo is undone", [edit(1), edit(2, 1), edit(3, 2)], [2]],
    ["one is undone a second time", [edit(1), edit(2, 1), edit(3, 2), edit(4, 1)], [1, 2]],
  ])("%s", (_, edits, undone) => {
    expect([...undoneEditsOf(edits)].toSorted()).toEqual(undone);
    expect([...undoneEditsOf(edits.toReversed())].toSorted()).toEqual(undone);
  });

  it.each<[string, readonly EditFacts[], string]>([
    ["the only one", [edit(1, null, 7)], "undoable"],
    ["one that is undone", [edit(1, null, 7), edit(2, 1, 7)], "undone"],
    ["one with a later one about the same suboperation", [edit(1, null, 7), edit(2, null, 7, 8)], "depended_on"],
    ["one with a later one about others", [edit(1, null, 7), edit(2, null, 8)], "undoable"],
    ["one whose later one is undone", [edit(1, null, 7), edit(2, null, 7), edit(3, 2, 7)], "undoable"],
    ["one that is in force again", [edit(1, null, 7), edit(2, 1, 7), edit(3, 2, 7)], "undoable"],
  ])("%s is %s", (_, edits, expected) => {
    expect(checkUndo(edits[0]!, edits)).toBe(expected);
  });

  it("one of the station cannot be undone, and no other one depends on it", () => {
    const own: EditFacts = { ...edit(2, null, 7), kind: "split", by: "station" };
    const edits = [edit(1, null, 7), own];
    expect(edits.map((one) => checkUndo(one, edits))).toEqual(["undoable", "by_station"]);
  });

  it("an undo with a later edit about the same suboperation is depended on", () => {
    const edits = [edit(1, null, 7), edit(2, 1, 7), edit(3, null, 7)];
    expect(checkUndo(edits[1]!, edits)).toBe("depended_on");
  });
});
