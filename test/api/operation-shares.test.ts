import { afterAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../server/contracts/audit.ts";
import type { OperationAccess } from "../../server/contracts/operation-access.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { accessAt, accessPath } from "./operation-access.requests.ts";
import { ADA, BOB, EVE, ROOT, startOperationsStation } from "./operations-station.ts";

const station = await startOperationsStation();
afterAll(() => station[Symbol.asyncDispose]());
/** The flight over the date line is Ada's own. */
const [survey, visitor, dateLine] = station.operations as [Operation, Operation, Operation];
const { share, show, unshare } = accessAt(station);

describe("a share", () => {
  it("accepts the e-mail address from administrators", async () => {
    const { body } = await share(ROOT, visitor.id, BOB.toUpperCase(), "read");
    expect((body as OperationAccess).shares.map(({ user_id }) => user_id)).toEqual([station.idOf(BOB)]);
    expect((await unshare(ROOT, visitor.id, BOB)).status).toBe(204);
    expect((await share(ROOT, visitor.id, "nobody@example.org", "read")).status).toBe(404);
  });

  it("does not reveal to other users whether an address has an account", async () => {
    const answers = [];
    for (const person of [BOB, "nobody@example.org", "no address"]) {
      answers.push(await share(ADA, dateLine.id, person, "read"), await unshare(ADA, dateLine.id, person));
    }
    const [first] = answers;
    expect(first).toMatchObject({ status: 403, body: { error: "forbidden" } });
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 403, body: first!.body });
    expect((await station.as(ADA, "GET", accessPath(dateLine.id))).body).toMatchObject({ shares: [] });
  });

  it("is replaced by the next one", async () => {
    for (const level of ["read", "write", "read"]) {
      const { body } = await share(ROOT, visitor.id, station.idOf(EVE), level);
      expect((body as OperationAccess).shares).toMatchObject([{ user_id: station.idOf(EVE), level }]);
      const own = await station.as(EVE, "GET", accessPath(visitor.id));
      expect(own.body).toMatchObject({ level });
    }
    expect((await unshare(ROOT, visitor.id, station.idOf(EVE))).status).toBe(204);
    expect((await unshare(ROOT, visitor.id, station.idOf(EVE))).status).toBe(404);
  });

  it.each([
    ["a level that there is not", "own", 400],
    ["no level", undefined, 400],
  ])("is refused with %s", async (_, level, status) => {
    const answer = await station.as(ROOT, "PUT", accessPath(visitor.id, station.idOf(EVE)), { level });
    expect(answer).toMatchObject({
      status,
      body: { error: "validation_error", messages: [expect.stringMatching(/^level/)] },
    });
    expect((await station.as(ROOT, "GET", accessPath(visitor.id))).body).toMatchObject({ shares: [] });
  });

  it.each([
    ["an account that there is not", () => [visitor.id, "0190c5f0-0000-7000-8000-000000000000"]],
    ["an operation that there is not", () => ["0190c5f0-0000-7000-8000-000000000000", station.idOf(EVE)]],
  ])("is refused for %s", async (_, named) => {
    const [id, person] = named() as [string, string];
    expect(await share(ROOT, id, person, "read")).toMatchObject({ status: 404, body: { error: "not_found" } });
  });

  it("and a change of visibility are audited with their actor", async () => {
    await show(ADA, dateLine.id, "private");
    await share(ADA, dateLine.id, station.idOf(BOB), "write");
    await unshare(ADA, dateLine.id, station.idOf(BOB));
    await show(ADA, dateLine.id, "public");
    const { body } = await station.as(ROOT, "GET", "/station/v1/audit?limit=4");
    expect(
      (body as readonly AuditEntry[]).map(({ kind, actor_id, user_id, detail }) => [kind, actor_id, user_id, detail]),
    ).toEqual([
      ["operation_visibility_changed", station.idOf(ADA), null, { operation_id: dateLine.id, visibility: "public" }],
      ["operation_unshared", station.idOf(ADA), station.idOf(BOB), { operation_id: dateLine.id }],
      ["operation_shared", station.idOf(ADA), station.idOf(BOB), { operation_id: dateLine.id, level: "write" }],
      ["operation_visibility_changed", station.idOf(ADA), null, { operation_id: dateLine.id, visibility: "private" }],
    ]);
  });

  it("needs a caller who is signed in", async () => {
    for (const [method, path] of [
      ["GET", accessPath(survey.id)],
      ["PUT", accessPath(survey.id)],
      ["PUT", accessPath(survey.id, station.idOf(EVE))],
      ["DELETE", accessPath(survey.id, station.idOf(EVE))],
    ] as const) {
      expect((await station.whole.call(method, path)).status).toBe(401);
    }
  });

  it("with a deleted account is removed", async () => {
    const leaver = await station.whole.register("leaver@example.org");
    const { access_token: token } = await station.whole.signIn("leaver@example.org");
    expect((await share(ROOT, visitor.id, leaver.id, "write")).status).toBe(200);
    expect((await station.whole.call("DELETE", `/v1/users/${leaver.id}`, { token })).status).toBe(204);
    expect((await station.as(ROOT, "GET", accessPath(visitor.id))).body).toMatchObject({ shares: [] });
    expect((await share(ROOT, visitor.id, leaver.id, "write")).status).toBe(404);
  });
});
