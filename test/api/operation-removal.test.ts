import Database from "better-sqlite3";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../server/contracts/audit.ts";
import type { RemovedOperation } from "../../server/contracts/operation-access.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { StationInfo } from "../../server/contracts/station.ts";
import { ADA, ALL_DAY, BOB, EVE, type PeopleStation, ROOT, startPeopleStation } from "./people-station.ts";

let station: PeopleStation;
/** The picture's flights; the survey was heard by two sensors, the date line's is Ada's own. */
let survey: Operation;
let visitor: Operation;
let dateLine: Operation;
beforeAll(async () => {
  station = await startPeopleStation();
  [survey, visitor, dateLine] = station.operations as [Operation, Operation, Operation];
});
afterAll(() => station[Symbol.asyncDispose]());

type Credential = "oidc" | "pat";
const NOBODYS = "0190c5f0-0000-7000-8000-000000000000";

const remove = (person: string, id: string, globalize?: boolean, credential?: Credential) => {
  const query = globalize === undefined ? "" : `?globalize=${globalize}`;
  return station.as(person, "DELETE", `/v2/airspace/operations/${id}${query}`, undefined, credential);
};
const restore = (person: string, id: string) => station.as(person, "POST", `/station/v1/operations/${id}/restore`);
const share = (id: string, person: string, level: "read" | "write") =>
  station.as(ROOT, "PUT", `/station/v1/operations/${id}/access/${station.idOf(person)}`, { level });
const unshare = (id: string, person: string) =>
  station.as(ROOT, "DELETE", `/station/v1/operations/${id}/access/${station.idOf(person)}`);
const show = (id: string, visibility: string) =>
  station.as(ROOT, "PUT", `/station/v1/operations/${id}/access`, { visibility });
const removedFor = async (person: string, query = "") => {
  const { body } = await station.as(person, "GET", `/station/v1/operations/removed${query}`);
  return body as readonly RemovedOperation[];
};
const suboperationsOf = async (id: string) => {
  const { status, body } = await station.as(ROOT, "GET", `/v2/airspace/operations/${id}`);
  return status === 404 ? [] : (body as Operation).suboperations.map((one) => one.sensor_id);
};

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
    `SELECT count(*) FROM ua_track WHERE suboperation IN (
       SELECT s.id FROM suboperation AS s JOIN operation AS o ON o.id = s.operation WHERE o.uuid = ?)`,
    id,
  );
};

describe("removing an operation", () => {
  it.each(["oidc", "pat"] as const)(
    "takes it out of every answer, keeps it, and can be undone (%s)",
    async (credential) => {
      const before = await tracesOf(survey);
      expect(before).toMatchObject({ operation: 200, isListed: true, suboperations: 2, ua: 720, csv: true, lines: 2 });
      expect(Object.values(before)).not.toContain(0);
      expect(Object.values(before)).not.toContain(404);
      const infoBefore = (await station.as(ROOT, "GET", "/station/v1/info")).body as StationInfo;

      const answer = await remove(ROOT, survey.id, true, credential);
      expect([answer.status, answer.body]).toEqual([204, undefined]);
      expect(await tracesOf(survey)).toEqual(GONE);
      expect(pointsOf(survey.id)).toBe(720);
      expect((await station.as(ROOT, "GET", "/station/v1/info")).body).toMatchObject({
        operations: infoBefore.operations - 1,
        ua_records: infoBefore.ua_records - 720,
      });
      expect((await remove(ROOT, survey.id, true, credential)).status).toBe(404);

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

  it("is remembered with who did it, and so is what was brought back", async () => {
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

  it.each<[string, boolean | undefined, () => string, number, readonly string[]]>([
    ["the id of a suboperation for a global one", true, () => survey.suboperations[0]!.id, 404, ["ROOF", "VAN"]],
    ["a global id for that of a suboperation", false, () => survey.id, 404, ["ROOF", "VAN"]],
    ["an id that nothing has, global", true, () => NOBODYS, 404, ["ROOF", "VAN"]],
    ["an id that nothing has, of a suboperation", false, () => NOBODYS, 404, ["ROOF", "VAN"]],
    ["no UUID, of a suboperation", false, () => "not-a-uuid", 404, ["ROOF", "VAN"]],
    ["no UUID, undecided", undefined, () => "not-a-uuid", 404, ["ROOF", "VAN"]],
    ["a global id, undecided", undefined, () => survey.id, 204, []],
    ["the id of a suboperation, undecided", undefined, () => survey.suboperations[0]!.id, 204, ["VAN"]],
  ])("%s (%s)", async (_, globalize, id, status, left) => {
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

describe("removing needs write access", () => {
  const [roofOf, vanOf] = [0, 1].map((index) => () => survey.suboperations[index]!.id) as [() => string, () => string];

  it.each<Credential>(["oidc", "pat"])("reading is not enough, be it public or shared (%s)", async (credential) => {
    await share(survey.id, ADA, "read");
    for (const person of [ADA, EVE]) {
      expect(await remove(person, survey.id, true, credential)).toMatchObject({
        status: 403,
        body: { detail: { type: "forbidden", loc: ["path", "operation_id"], input: survey.id } },
      });
      expect((await remove(person, roofOf(), false, credential)).status).toBe(403);
      expect((await remove(person, survey.id, undefined, credential)).status).toBe(403);
    }
    await unshare(survey.id, ADA);
    expect(await suboperationsOf(survey.id)).toEqual(["ROOF", "VAN"]);
  });

  it.each<Credential>(["oidc", "pat"])("writing is, shared or as the owner (%s)", async (credential) => {
    await share(survey.id, BOB, "write");
    expect((await remove(BOB, survey.id, true, credential)).status).toBe(204);
    expect(await suboperationsOf(survey.id)).toEqual([]);
    expect((await restore(BOB, survey.id)).status).toBe(200);
    expect(await suboperationsOf(survey.id)).toEqual(["ROOF", "VAN"]);
    await unshare(survey.id, BOB);
    expect((await remove(ADA, dateLine.id, true, credential)).status).toBe(204);
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

  it("and so does bringing back; only those who may are shown what was removed", async () => {
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

  it("and somebody who is signed in", async () => {
    for (const [method, path] of [
      ["DELETE", `/v2/airspace/operations/${survey.id}`],
      ["GET", "/station/v1/operations/removed"],
      ["POST", `/station/v1/operations/${survey.id}/restore`],
    ] as const) {
      expect((await station.whole.call(method, path)).status).toBe(401);
    }
  });
});
