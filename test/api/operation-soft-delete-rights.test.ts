import { afterAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import { softDeleteAt } from "./operation-soft-delete.requests.ts";
import { ADA, BOB, type Credential, EVE, ROOT, startOperationsStation } from "./operations-station.ts";

const station = await startOperationsStation();
afterAll(() => station[Symbol.asyncDispose]());
/** Two sensors received the survey; the flight over the date line is Ada's own. */
const [survey, visitor, dateLine] = station.operations as [Operation, Operation, Operation];
const { remove, removedFor, restore, share, show, suboperationsOf, unshare } = softDeleteAt(station);

describe("removing needs write access", () => {
  const [roofOf, vanOf] = [0, 1].map((index) => () => survey.suboperations[index]!.id) as [() => string, () => string];

  it.each<Credential>(["oidc", "pat"])("reading is not enough, be it public or shared (%s)", async (credential) => {
    await share(survey.id, ADA, "read");
    for (const person of [ADA, EVE]) {
      expect(await remove({ person, credential }, survey.id, true)).toMatchObject({
        status: 403,
        body: { detail: { type: "forbidden", loc: ["path", "operation_id"], input: survey.id } },
      });
      expect((await remove({ person, credential }, roofOf(), false)).status).toBe(403);
      expect((await remove({ person, credential }, survey.id, undefined)).status).toBe(403);
    }
    await unshare(survey.id, ADA);
    expect(await suboperationsOf(survey.id)).toEqual(["ROOF", "VAN"]);
  });

  it.each<Credential>(["oidc", "pat"])("writing is, shared or as the owner (%s)", async (credential) => {
    await share(survey.id, BOB, "write");
    expect((await remove({ person: BOB, credential }, survey.id, true)).status).toBe(204);
    expect(await suboperationsOf(survey.id)).toEqual([]);
    expect((await restore(BOB, survey.id)).status).toBe(200);
    expect(await suboperationsOf(survey.id)).toEqual(["ROOF", "VAN"]);
    await unshare(survey.id, BOB);
    expect((await remove({ person: ADA, credential }, dateLine.id, true)).status).toBe(204);
    expect((await restore(ADA, dateLine.id)).status).toBe(200);
    expect(await suboperationsOf(dateLine.id)).toEqual(["VAN"]);
  });

  it("of a flight that may only be read in part, that part and the flight remain", async () => {
    await share(roofOf(), BOB, "write");
    expect((await remove(BOB, vanOf(), false)).status).toBe(403);
    expect((await remove(BOB, survey.id, true)).status).toBe(204);
    expect(await suboperationsOf(survey.id)).toEqual(["VAN"]);
    // Nothing is left of it that Bob may write.
    expect((await remove(BOB, survey.id, true)).status).toBe(403);
    expect((await restore(BOB, survey.id)).status).toBe(200);
    expect(await suboperationsOf(survey.id)).toEqual(["ROOF", "VAN"]);
    await unshare(roofOf(), BOB);
  });

  it("what may not be seen cannot be removed, and does not show by the answer", async () => {
    await show(survey.id, "private");
    expect((await remove(EVE, survey.id, true)).status).toBe(404);
    expect((await remove(EVE, roofOf(), false)).status).toBe(404);
    // In part: what may be seen and not written is refused, the rest is not there.
    await show(vanOf(), "public");
    expect((await remove(EVE, survey.id, true)).status).toBe(403);
    expect((await remove(EVE, roofOf(), false)).status).toBe(404);
    await show(survey.id, "public");
    expect(await suboperationsOf(survey.id)).toEqual(["ROOF", "VAN"]);
  });

  it("and so does restoring; only those who may write are shown what was deleted", async () => {
    await share(visitor.id, ADA, "read");
    await share(visitor.id, BOB, "write");
    await remove(ROOT, visitor.id, true);
    await remove(ADA, dateLine.id, true);
    const shown = async (person: string) => (await removedFor(person)).map(({ operation }) => operation.id);
    expect(await shown(ROOT)).toEqual([dateLine.id, visitor.id]);
    expect(await shown(BOB)).toEqual([visitor.id]);
    expect(await shown(ADA)).toEqual([dateLine.id]);
    expect(await shown(EVE)).toEqual([]);
    expect((await removedFor(ROOT, "?limit=1&offset=1")).map(({ operation }) => operation.id)).toEqual([visitor.id]);
    expect((await station.as(ROOT, "GET", "/station/v1/operations/removed?limit=0")).status).toBe(400);
    for (const person of [ADA, EVE]) expect((await restore(person, visitor.id)).status).toBe(403);
    expect((await restore(BOB, dateLine.id)).status).toBe(403);
    expect((await restore(BOB, visitor.id)).status).toBe(200);
    expect((await restore(ROOT, dateLine.id)).status).toBe(200);
    for (const person of [ADA, BOB]) await unshare(visitor.id, person);
  });

  it("and a caller who is signed in", async () => {
    for (const [method, path] of [
      ["DELETE", `/v2/airspace/operations/${survey.id}`],
      ["GET", "/station/v1/operations/removed"],
      ["POST", `/station/v1/operations/${survey.id}/restore`],
    ] as const) {
      expect((await station.whole.call(method, path)).status).toBe(401);
    }
  });
});
