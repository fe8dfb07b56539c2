import { afterAll, beforeAll, expect, it } from "vitest";
import type { AuditEntry } from "../../server/contracts/audit.ts";
import type { FusionEdit } from "../../server/contracts/fusion.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { ADA, EVE, type OperationsStation, ROOT, startOperationsStation } from "./operations-station.ts";

/** Access rights for manual splits and merges. */

let people: OperationsStation;
beforeAll(async () => {
  people = await startOperationsStation();
});
afterAll(() => people[Symbol.asyncDispose]());
const mergeAs = (person: string, id: string, other: string) =>
  people.as(person, "POST", `/station/v1/operations/${id}/merge`, { with: [other] });
const editsAs = async (person: string, id: string) =>
  (await people.as(person, "GET", `/station/v1/operations/${id}/fusion-edits`)).body as readonly FusionEdit[];

it("splitting and merging need write access to all suboperations, and the history names the user", async () => {
  const [survey, visitor, dateLine] = people.operations as [Operation, Operation, Operation];
  expect((await mergeAs(EVE, survey.id, visitor.id)).status).toBe(403);
  // The flight across the antimeridian belongs to Ada, the survey to the station.
  expect((await mergeAs(ADA, dateLine.id, survey.id)).status).toBe(403);
  const path = `/station/v1/operations/${survey.id}/split`;
  const body = { suboperation_ids: [survey.suboperations[1]!.id] };
  expect((await people.as(ADA, "POST", path, body)).status).toBe(403);
  expect(await editsAs(EVE, survey.id)).toEqual([]);

  const merged = await mergeAs(ROOT, survey.id, visitor.id);
  expect(merged).toMatchObject({ status: 200, body: { edit: { user_id: people.idOf(ROOT), can_undo: true } } });
  const [edit] = await editsAs(EVE, visitor.id);
  expect(edit).toMatchObject({ kind: "merge", user_id: people.idOf(ROOT), can_undo: false });
  expect((await people.as(EVE, "POST", `/station/v1/fusion-edits/${edit!.id}/undo`)).status).toBe(403);

  const share = `/station/v1/operations/${survey.id}/access/${people.idOf(EVE)}`;
  expect((await people.as(ROOT, "PUT", share, { level: "write" })).status).toBe(200);
  expect((await people.as(EVE, "POST", `/station/v1/fusion-edits/${edit!.id}/undo`)).status).toBe(200);
  const entries = (await people.as(ROOT, "GET", "/station/v1/audit?limit=10")).body as readonly AuditEntry[];
  expect(entries.filter(({ kind }) => /merged|undone/.test(kind))).toMatchObject([
    { kind: "fusion_edit_undone", actor_id: people.idOf(EVE) },
    { kind: "operations_merged", actor_id: people.idOf(ROOT), detail: { edit_id: edit!.id } },
  ]);
});

it("an operation that a user may not see is answered as if it did not exist", async () => {
  const [, visitor] = people.operations as [Operation, Operation];
  const access = `/station/v1/operations/${visitor.id}/access`;
  expect((await people.as(ROOT, "PUT", access, { visibility: "private" })).status).toBe(200);
  expect((await mergeAs(ADA, visitor.id, people.operations[2]!.id)).status).toBe(404);
  expect((await mergeAs(ADA, people.operations[2]!.id, visitor.id)).status).toBe(422);
  const history = await people.as(ADA, "GET", `/station/v1/operations/${visitor.id}/fusion-edits`);
  expect(history.status).toBe(404);
});
