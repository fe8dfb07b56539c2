import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import type { Answer } from "../support/station-in-process.ts";
import { resultOf, startFusionStation, withoutUpdateTime, summaryOf } from "./fusion-edits.fixture.ts";

const fusion = await startFusionStation("fusion-edits");
afterAll(() => fusion[Symbol.asyncDispose]());
const { find, receive, receivedByTwo, history, list, merge, mergeAnyway, records, split, twoFlights, undo } = fusion;

describe("an operation that is split", () => {
  it("becomes two operations; later records go to the one with their sensor's suboperation; undo restores it", async () => {
    const before = await receivedByTwo(10, "A1");
    const van = before.suboperations[1]!;
    const { edit, operations } = await resultOf(split(before.id, van.id));
    expect(operations.map(summaryOf)).toEqual([["roof first_seen 1 10"], ["van by_hand 1 10"]]);
    const [kept, fresh] = operations as [Operation, Operation];
    expect(kept.id).toBe(before.id);
    expect(await list(10)).toEqual([kept, fresh]);
    expect(edit).toMatchObject({
      kind: "split",
      operation_ids: [before.id, fresh.id],
      moves: [
        {
          suboperation_id: van.id,
          from_operation_id: before.id,
          to_operation_id: fresh.id,
          link_reason: "same_identifier",
        },
      ],
      user_id: null,
      undoes: null,
      undone: false,
      can_undo: true,
    });
    expect(await records(fresh.id)).toHaveLength(10);
    expect((await records(fresh.id)).every(({ operation_id: id }) => id === fresh.id)).toBe(true);

    await receive(
      { sensor: "roof", serial: "A1", mac: "A1", north: 10, ago: 280 },
      { sensor: "van", serial: "A1", mac: "A1", north: 10, ago: 280 },
      { sensor: "mast", serial: "A1", mac: "A1", north: 10, ago: 280 },
    );
    expect((await list(10)).map(summaryOf)).toEqual([
      ["roof first_seen 1 20", "mast same_identifier 0.98 10"],
      ["van by_hand 1 20"],
    ]);

    const undone = await resultOf(undo(edit.id));
    expect(undone.edit).toMatchObject({ kind: "undo", undoes: edit.id, can_undo: true });
    expect(undone.operations.map(summaryOf)).toEqual([
      ["roof first_seen 1 20", "van same_identifier 0.98 20", "mast same_identifier 0.98 10"],
    ]);
    expect((await find(fresh.id)).id).toBe(before.id);
    expect((await history(fresh.id)).map(({ kind, undone: isUndone, can_undo: can }) => [kind, isUndone, can])).toEqual(
      [
        ["undo", false, true],
        ["split", true, false],
      ],
    );

    const again = await resultOf(undo(undone.edit.id));
    expect(again.operations.map(({ id }) => id)).toEqual([before.id, fresh.id]);
    expect((await list(10)).map(summaryOf)).toEqual([
      ["roof first_seen 1 20", "mast same_identifier 0.98 10"],
      ["van by_hand 1 20"],
    ]);
    expect((await history(before.id)).map(({ undone: isUndone }) => isUndone)).toEqual([false, true, false]);
  });

  it("includes what joined the new operation in the meantime when the split is undone", async () => {
    const before = await receivedByTwo(11, "A2");
    // The older suboperation is in the new operation now, so later ones join that.
    const { edit } = await resultOf(split(before.id, before.suboperations[0]!.id));
    await receive({ sensor: "mast", serial: "A2", mac: "A2", north: 11, ago: 280 });
    expect((await list(11)).map(summaryOf)).toEqual([
      ["roof by_hand 1 10", "mast same_identifier 0.98 10"],
      ["van first_seen 1 10"],
    ]);
    const { operations } = await resultOf(undo(edit.id));
    expect(operations.map(summaryOf)).toEqual([
      ["roof first_seen 1 10", "van same_identifier 0.98 10", "mast same_identifier 0.98 10"],
    ]);
    expect(await list(11)).toHaveLength(1);
  });
});

describe("operations that are merged", () => {
  it("become one operation that all their ids lead to, whatever identifiers they declare; undo restores them", async () => {
    const [one, other] = await twoFlights(20, "B1", "B2");
    const { edit, operations } = await resultOf(merge(one.id, other.id));
    expect(operations.map(summaryOf)).toEqual([["roof first_seen 1 10", "van by_hand 1 10"]]);
    expect(operations[0]!.id).toBe(one.id);
    expect((await find(other.id)).id).toBe(one.id);
    expect(await records(other.id)).toHaveLength(20);
    expect(edit).toMatchObject({ kind: "merge", operation_ids: [one.id, other.id], can_undo: true });
    expect(await history(other.id)).toEqual([edit]);

    await receive(
      { sensor: "van", serial: "B2", mac: "B2", north: 20, ago: 270 },
      { sensor: "mast", serial: "B2", mac: "B2", north: 20, ago: 270 },
    );
    expect((await list(20)).map(summaryOf)).toEqual([
      ["roof first_seen 1 10", "van by_hand 1 20", "mast same_identifier 0.98 10"],
    ]);

    await resultOf(undo(edit.id));
    expect((await list(20)).map(summaryOf)).toEqual([
      ["roof first_seen 1 10"],
      ["van first_seen 1 20", "mast same_identifier 0.98 10"],
    ]);
    expect((await list(20)).map(({ id }) => id)).toEqual([one.id, other.id]);
  });

  it("are restored exactly when the merge is undone", async () => {
    const before = await twoFlights(21, "B3", "B4");
    const { edit } = await resultOf(merge(before[1].id, before[0].id));
    expect((await list(21)).map(({ id }) => id)).toEqual([before[1].id]);
    await resultOf(undo(edit.id));
    expect((await list(21)).map(withoutUpdateTime)).toEqual(before.map(withoutUpdateTime));
  });

  it("include the operations that were merged into them earlier", async () => {
    const [one, other] = await twoFlights(22, "B5", "B6");
    const third = (await twoFlights(23, "B7", "B8"))[0];
    const first = await resultOf(mergeAnyway(other.id, third.id));
    const second = await resultOf(mergeAnyway(one.id, other.id));
    for (const { id } of [one, other, third]) expect((await find(id)).id).toBe(one.id);
    expect((await undo(first.edit.id)).status).toBe(409);
    expect((await history(one.id)).map(({ can_undo: can }) => can)).toEqual([true, false]);
    await resultOf(undo(second.edit.id));
    expect((await find(third.id)).id).toBe(other.id);
    await resultOf(undo(first.edit.id));
    for (const { id } of [one, other, third]) expect((await find(id)).id).toBe(id);
  });
});

it("an edit can be undone once, and not while a later edit depends on it", async () => {
  const [one, other] = await twoFlights(24, "C1", "C2");
  const merged = await resultOf(merge(one.id, other.id));
  const parted = await resultOf(split(one.id, one.suboperations[0]!.id));
  expect(await undo(merged.edit.id)).toMatchObject({ status: 409, body: { error: "later_edits" } });
  await resultOf(undo(parted.edit.id));
  await resultOf(undo(merged.edit.id));
  expect(await undo(merged.edit.id)).toMatchObject({ status: 409, body: { error: "already_undone" } });
  expect((await list(24)).map(withoutUpdateTime)).toEqual([one, other].map(withoutUpdateTime));
});

describe("a refused request changes nothing", () => {
  let one: Operation;
  let other: Operation;
  const UNKNOWN_ID = "00000000-0000-4000-8000-00000000dead";
  beforeAll(async () => {
    [one, other] = await twoFlights(50, "F1", "F2");
  });

  type Case = readonly [string, () => Promise<Answer>, number, RegExp];
  const post = (path: string, body: unknown) => fusion.station().call("POST", path, { body });
  const CASES: readonly Case[] = [
    ["merging an unknown operation", () => merge(UNKNOWN_ID, other.id), 404, /^operation_id: /],
    ["merging with an unknown operation", () => merge(one.id, UNKNOWN_ID), 422, /^with: .*dead/],
    ["merging with a suboperation", () => merge(one.id, other.suboperations[0]!.id), 422, /^with: /],
    ["merging a suboperation", () => merge(one.suboperations[0]!.id, other.id), 404, /^operation_id: /],
    ["merging an operation with itself", () => merge(one.id, one.id), 422, /^with: .*itself/],
    ["merging with nothing", () => merge(one.id), 400, /^with: /],
    ["merging with too many", () => merge(one.id, ...Array.from({ length: 101 }, String)), 400, /^with: /],
    ["merging with no list", () => post(`/station/v1/operations/${one.id}/merge`, {}), 400, /^with: /],
    ["merging with an empty id", () => merge(one.id, ""), 400, /^with\.0: /],
    ["splitting an unknown operation", () => split(UNKNOWN_ID, one.suboperations[0]!.id), 404, /^operation_id: /],
    ["splitting off all", () => split(one.id, one.suboperations[0]!.id), 422, /^suboperation_ids: .*stay/],
    [
      "splitting off a suboperation of another operation",
      () => split(one.id, other.suboperations[0]!.id),
      422,
      /^suboperation_ids: /,
    ],
    ["splitting off nothing", () => split(one.id), 400, /^suboperation_ids: /],
    ["undoing an unknown edit", () => undo(UNKNOWN_ID), 404, /^edit_id: /],
  ];
  it.each(CASES)("%s", async (_, ask, status, message) => {
    const before = await list(50);
    const answer = await ask();
    expect(answer).toMatchObject({ status, body: { messages: [expect.stringMatching(message)] } });
    expect(await list(50)).toEqual(before);
    expect(await history(one.id)).toEqual([]);
  });

  it("asking for the history of an unknown operation", async () => {
    const answer = await fusion.station().call("GET", `/station/v1/operations/${UNKNOWN_ID}/fusion-edits`);
    expect(answer).toMatchObject({ status: 404, body: { messages: [expect.stringMatching(/^operation_id: /)] } });
  });
});
