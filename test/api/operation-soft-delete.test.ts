import Database from "better-sqlite3";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../server/contracts/audit.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { StationInfo } from "../../server/contracts/station.ts";
import { softDeleteAt } from "./operation-soft-delete.requests.ts";
import { ALL_DAY, BOB, ROOT, startOperationsStation } from "./operations-station.ts";

const station = await startOperationsStation();
afterAll(() => station[Symbol.asyncDispose]());
/** Two sensors received the survey. */
const [survey, visitor] = station.operations as [Operation, Operation];
const { remove, removedFor, restore, share, suboperationsOf, unshare } = softDeleteAt(station);

const UNKNOWN_ID = "0190c5f0-0000-7000-8000-000000000000";

/** What an administrator finds of an operation, wherever it could show. */
async function tracesOf({ id, suboperations, ua_identifiers: [known] }: Operation) {
  const status = async (path: string) => (await station.as(ROOT, "GET", path)).status;
  const rows = async (path: string) => ((await station.as(ROOT, "GET", path)).body as readonly unknown[]).length;
  const text = async (path: string, accept: string) => {
    const headers = { Authorization: `Bearer ${station.tokenOf(ROOT)}`, Accept: accept };
    return (await (await fetch(station.whole.url + path, { headers })).text()).includes(id);
  };
  const suboperation = suboperations[0]!.id;
  const telemetry = "/v2/airspace/telemetry";
  using db = openFile();
  return {
    operation: await status(`/v2/airspace/operations/${id}`),
    suboperation: await status(`/v2/airspace/operations/${suboperation}?globalize=false`),
    statistics: (await status(`/v2/airspace/operations/${id}/statistics`)) === 404 ? 404 : "there",
    annotations: await status(`/v2/airspace/operations/${id}/user-data`),
    access: await status(`/station/v1/operations/${id}/access`),
    isListed: (await station.listed(ROOT)).includes(id),
    isListedWithoutPublic: (await station.listed(ROOT, `${ALL_DAY}&exclude_public=true`)).includes(id),
    suboperations: await rows(`/v2/airspace/operations?${ALL_DAY}&globalize=false&search=${known!.value}`),
    ua: await rows(`${telemetry}/ua?operation_id=${id}`),
    uaOfSuboperation: await rows(`${telemetry}/ua?operation_id=${suboperation}&globalize=false`),
    uaByIdentifier: await rows(`${telemetry}/ua?${ALL_DAY}&uas_id=${known!.value}`),
    uaInBox: await rows(`${telemetry}/ua?${ALL_DAY}&bbox=14.3,49.9,14.6,50.1`),
    operator: await rows(`${telemetry}/operator?operation_id=${id}`),
    system: await rows(`${telemetry}/system?operation_id=${id}`),
    csv: await text(`${telemetry}/ua?operation_id=${id}`, "text/csv"),
    kml: await text(`${telemetry}/ua?operation_id=${id}`, "application/vnd.google-earth.kml+xml"),
    lines: db.count("SELECT count(*) FROM flight_tracks WHERE operation_id = ?", id),
  };
}
const GONE = {
  operation: 404,
  suboperation: 404,
  statistics: 404,
  annotations: 404,
  access: 404,
  isListed: false,
  isListedWithoutPublic: false,
  suboperations: 0,
  ua: 0,
  uaOfSuboperation: 0,
  uaByIdentifier: 0,
  uaInBox: 0,
  operator: 0,
  system: 0,
  csv: false,
  kml: false,
  lines: 0,
};

/** The database as other programs open it. */
function openFile() {
  const db = new Database(join(station.dataDir, "station.sqlite"), { readonly: true });
  return {
    count: (sql: string, ...values: readonly string[]) => db.prepare(sql).pluck().get(values) as number,
    [Symbol.dispose]: () => void db.close(),
  };
}

const pointsOf = (id: string) => {
  using db = openFile();
  return db.count(
    `WITH track AS (SELECT s.id FROM suboperation AS s JOIN operation AS o ON o.id = s.operation WHERE o.uuid = ?)
     SELECT (SELECT count(*) FROM ua_track WHERE suboperation IN track)
       + (SELECT coalesce(sum(point_count), 0) FROM packed_segment WHERE kind = 0 AND suboperation IN track)`,
    id,
  );
};

describe("removing an operation", () => {
  it.each(["oidc", "pat"] as const)(
    "removes it from every response, keeps its records and can be undone (%s)",
    async (credential) => {
      const before = await tracesOf(survey);
      expect(before).toMatchObject({ operation: 200, isListed: true, suboperations: 2, ua: 720, csv: true, lines: 2 });
      expect(Object.values(before)).not.toContain(0);
      expect(Object.values(before)).not.toContain(404);
      const infoBefore = (await station.as(ROOT, "GET", "/station/v1/info")).body as StationInfo;

      const answer = await remove({ person: ROOT, credential }, survey.id, true);
      expect([answer.status, answer.body]).toEqual([204, undefined]);
      expect(await tracesOf(survey)).toEqual(GONE);
      expect(pointsOf(survey.id)).toBe(720);
      expect((await station.as(ROOT, "GET", "/station/v1/info")).body).toMatchObject({
        operations: infoBefore.operations - 1,
        ua_records: infoBefore.ua_records - 720,
      });
      expect((await remove({ person: ROOT, credential }, survey.id, true)).status).toBe(404);

      const [first, ...others] = await removedFor(ROOT);
      expect(first).toMatchObject({
        operation: { id: survey.id, ua_identifiers: survey.ua_identifiers, suboperations: survey.suboperations },
      });
      expect(Math.abs(Date.parse(first!.removed_at) - Date.now())).toBeLessThan(60_000);
      expect(others).toEqual([]);

      const restored = await restore(ROOT, survey.id);
      expect(restored).toMatchObject({ status: 200, body: { ...survey, time_updated: expect.any(String) } });
      expect(await tracesOf(survey)).toEqual(before);
      expect(await removedFor(ROOT)).toEqual([]);
      expect((await restore(ROOT, survey.id)).status).toBe(404);
    },
  );

  it("is audited with its actor, and so is the restore", async () => {
    await share(visitor.id, BOB, "write");
    await remove(BOB, visitor.id, true);
    await restore(BOB, visitor.id);
    await unshare(visitor.id, BOB);
    const { body } = await station.as(ROOT, "GET", "/station/v1/audit?limit=3");
    const detail = { operation_id: visitor.id, suboperation_ids: visitor.suboperations[0]!.id };
    expect((body as readonly AuditEntry[]).slice(1)).toMatchObject([
      { kind: "operation_restored", actor_id: station.idOf(BOB), detail },
      { kind: "operation_removed", actor_id: station.idOf(BOB), detail },
    ]);
  });
});

describe("with globalize", () => {
  const undo = () => restore(ROOT, survey.id);

  it("true all that the caller may write is removed", async () => {
    expect((await remove(ROOT, survey.id, true)).status).toBe(204);
    expect(await suboperationsOf(survey.id)).toEqual([]);
    await undo();
  });

  it("true and an id that is no UUID is refused with the body that the document names", async () => {
    expect(await remove(ROOT, "not-a-uuid", true)).toMatchObject({
      status: 422,
      body: {
        detail: {
          type: "invalid_operation_id",
          loc: ["path", "operation_id"],
          msg: expect.stringMatching(/^The .*\.$/),
          input: "not-a-uuid",
        },
      },
    });
  });

  it("false only the given suboperation is removed", async () => {
    const [roof, van] = survey.suboperations;
    expect((await remove(ROOT, roof!.id, false)).status).toBe(204);
    const { body } = await station.as(ROOT, "GET", `/v2/airspace/operations/${survey.id}`);
    expect(body).toMatchObject({
      suboperations: [van],
      time_first_telemetry: van!.time_first_telemetry,
      time_last_telemetry: van!.time_last_telemetry,
    });
    const late = "from=2025-05-01T10:08:00Z&to=2025-05-01T10:30:00Z";
    expect(await station.listed(ROOT, late)).toEqual([]);
    expect(await removedFor(ROOT)).toMatchObject([{ operation: { id: survey.id, suboperations: [roof] } }]);
    // One by one, then all that is left of them at once.
    expect((await remove(ROOT, van!.id, false)).status).toBe(204);
    expect(await suboperationsOf(survey.id)).toEqual([]);
    expect((await restore(ROOT, van!.id)).status).toBe(200);
    expect(await suboperationsOf(survey.id)).toEqual(["VAN"]);
    await undo();
    expect(await station.listed(ROOT, late)).toEqual([survey.id]);
    expect(await suboperationsOf(survey.id)).toEqual(["ROOF", "VAN"]);
  });

  it.each<[string, boolean | undefined, () => string, { status: number; left: readonly string[] }]>([
    [
      "the id of a suboperation for a global one",
      true,
      () => survey.suboperations[0]!.id,
      { status: 404, left: ["ROOF", "VAN"] },
    ],
    ["a global id for that of a suboperation", false, () => survey.id, { status: 404, left: ["ROOF", "VAN"] }],
    ["an unknown id, global", true, () => UNKNOWN_ID, { status: 404, left: ["ROOF", "VAN"] }],
    ["an unknown id, of a suboperation", false, () => UNKNOWN_ID, { status: 404, left: ["ROOF", "VAN"] }],
    ["no UUID, of a suboperation", false, () => "not-a-uuid", { status: 404, left: ["ROOF", "VAN"] }],
    ["no UUID, undecided", undefined, () => "not-a-uuid", { status: 404, left: ["ROOF", "VAN"] }],
    ["a global id, undecided", undefined, () => survey.id, { status: 204, left: [] }],
    [
      "the id of a suboperation, undecided",
      undefined,
      () => survey.suboperations[0]!.id,
      { status: 204, left: ["VAN"] },
    ],
  ])("%s (%s)", async (_, globalize, id, { status, left }) => {
    expect((await remove(ROOT, id(), globalize)).status).toBe(status);
    expect(await suboperationsOf(survey.id)).toEqual(left);
    if (status === 204) await undo();
  });

  it("something else is refused", async () => {
    const { status, body } = await station.as(ROOT, "DELETE", `/v2/airspace/operations/${survey.id}?globalize=perhaps`);
    expect([status, (body as { detail: readonly { loc: unknown }[] }).detail[0]?.loc]).toEqual([
      422,
      ["query", "globalize"],
    ]);
  });
});
