import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperationAccess } from "../../server/contracts/operation-access.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { accessAt, accessPath } from "./operation-access.requests.ts";
import { ADA, ALL_DAY, BOB, type Credential, EVE, ROOT, startOperationsStation } from "./operations-station.ts";
import { SURVEY, VISITOR } from "./sample-day.fixture.ts";

const station = await startOperationsStation();
afterAll(() => station[Symbol.asyncDispose]());
/** Two sensors received the survey; the flight over the date line is Ada's own. */
const [survey, visitor, dateLine] = station.operations as [Operation, Operation, Operation];
const { share, show, unshare } = accessAt(station);

const KINDS = ["ua", "operator", "system"] as const;
const SURVEY_BOX = "bbox=14.3,49.9,14.6,50.1";

const telemetry = async (person: string, kind: (typeof KINDS)[number], query: string) => {
  const { status, body } = await station.as(person, "GET", `/v2/airspace/telemetry/${kind}?${query}`);
  if (status !== 200) throw new Error(`telemetry was answered with ${status}: ${JSON.stringify(body)}`);
  return body as readonly UaTelemetry[];
};
const idsIn = (records: readonly UaTelemetry[]) => [...new Set(records.map(({ operation_id: id }) => id))];
const ids = (operations: readonly Operation[]) => operations.map(({ id }) => id);

/** What somebody can find of an operation, whichever way it is asked for. */
async function tracesOf({ id, suboperations, ua_identifiers }: Operation, person: string, credential: Credential) {
  const get = async (path: string) => station.as({ person, credential }, "GET", path);
  const rows = async (path: string) => ((await get(path)).body as readonly unknown[]).length;
  const suboperation = suboperations[0]!.id;
  return {
    operation: (await get(`/v2/airspace/operations/${id}`)).status,
    suboperation: (await get(`/v2/airspace/operations/${suboperation}?globalize=false`)).status,
    access: (await get(accessPath(id))).status,
    listed: ((await get(`/v2/airspace/operations?${ALL_DAY}`)).body as readonly Operation[]).some(
      (one) => one.id === id,
    ),
    found: await rows(`/v2/airspace/operations?${ALL_DAY}&search=${ua_identifiers[0]!.value}`),
    suboperations: await rows(`/v2/airspace/operations?${ALL_DAY}&globalize=false&search=${ua_identifiers[0]!.value}`),
    byOperation: await rows(`/v2/airspace/telemetry/ua?operation_id=${id}`),
    bySuboperation: await rows(`/v2/airspace/telemetry/ua?operation_id=${suboperation}`),
    byIdentifier: await rows(`/v2/airspace/telemetry/ua?${ALL_DAY}&uas_id=${ua_identifiers[0]!.value}`),
    operators: await rows(`/v2/airspace/telemetry/operator?operation_id=${id}`),
    sensors: await rows(`/v2/airspace/telemetry/system?operation_id=${id}`),
    inBox: idsIn(
      (await get(`/v2/airspace/telemetry/ua?${ALL_DAY}&${SURVEY_BOX}`)).body as readonly UaTelemetry[],
    ).includes(id),
  };
}
const NO_TRACE = {
  operation: 404,
  suboperation: 404,
  access: 404,
  listed: false,
  found: 0,
  suboperations: 0,
  byOperation: 0,
  bySuboperation: 0,
  byIdentifier: 0,
  operators: 0,
  sensors: 0,
  inBox: false,
};

describe("a private operation", () => {
  beforeAll(async () => {
    await show(ROOT, survey.id, "private");
    await share(ROOT, survey.id, station.idOf(ADA), "read");
    await share(ROOT, survey.id, station.idOf(BOB), "write");
  });
  afterAll(async () => {
    await show(ROOT, survey.id, "public");
    await unshare(ROOT, survey.id, station.idOf(ADA));
    await unshare(ROOT, survey.id, station.idOf(BOB));
  });

  it.each(["oidc", "pat"] as const)("is not found for others, with either credential (%s)", async (credential) => {
    expect(await tracesOf(survey, EVE, credential)).toEqual(NO_TRACE);
  });

  it.each(["oidc", "pat"] as const)(
    "is there for whom it was shared with and for administrators (%s)",
    async (credential) => {
      const whole = await tracesOf(survey, ROOT, credential);
      expect(whole).toMatchObject({
        operation: 200,
        suboperation: 200,
        access: 200,
        listed: true,
        found: 1,
        suboperations: 2,
      });
      expect(whole).toMatchObject({ byOperation: 720, bySuboperation: 600, byIdentifier: 720, inBox: true });
      expect(Math.min(whole.operators, whole.sensors)).toBeGreaterThan(0);
      for (const person of [ADA, BOB]) expect(await tracesOf(survey, person, credential)).toEqual(whole);
    },
  );

  it("does not hide the sensors from users who are signed in: they belong to the station", async () => {
    expect((await telemetry(EVE, "system", `${ALL_DAY}&${SURVEY_BOX}`)).length).toBeGreaterThan(0);
  });

  it("does not show by the streamed formats either", async () => {
    const path = `/v2/airspace/telemetry/ua?operation_id=${survey.id}`;
    for (const accept of ["application/gpx+xml", "text/csv", "application/x-ndjson"]) {
      const ask = async (person: string) => {
        const headers = { Authorization: `Bearer ${station.tokenOf(person)}`, Accept: accept };
        return (await fetch(station.whole.url + path, { headers })).text();
      };
      expect((await ask(EVE)).match(/50\.0/g)).toBeNull();
      expect((await ask(ADA)).match(/50\.0/g)?.length).toBeGreaterThan(100);
    }
  });

  it.each([
    [ROOT, "write"],
    [BOB, "write"],
    [ADA, "read"],
  ] as const)("reports to %s their level: %s", async (person, level) => {
    const { body } = await station.as(person, "GET", accessPath(survey.id));
    expect(body).toMatchObject({ operation_id: survey.id, level, visibility: "private", owner: null });
    const { shares, suboperations } = body as OperationAccess;
    expect(suboperations).toEqual(
      survey.suboperations.map(({ id }) => ({ id, owner_id: null, visibility: "private", level })),
    );
    // Who else has access is for those who may give it; addresses are for administrators.
    const given = [
      {
        user_id: station.idOf(ADA),
        name: null,
        email: person === ROOT ? ADA : null,
        level: "read",
        suboperation_id: null,
      },
      {
        user_id: station.idOf(BOB),
        name: null,
        email: person === ROOT ? BOB : null,
        level: "write",
        suboperation_id: null,
      },
    ];
    const inOrder = given.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
    expect(shares).toEqual(level === "write" ? inOrder : []);
  });

  it("can be changed only by those who may write", async () => {
    const attempts = (person: string) =>
      Promise.all([
        station.as(person, "PUT", accessPath(survey.id), { visibility: "private" }),
        share(person, survey.id, station.idOf(BOB), "write"),
        unshare(person, survey.id, station.idOf(EVE)),
      ]).then((answers) => answers.map(({ status }) => status));
    expect(await attempts(ADA)).toEqual([403, 403, 403]);
    expect(await attempts(EVE)).toEqual([404, 404, 404]);
    // There is nothing to take back from Eve.
    expect(await attempts(BOB)).toEqual([200, 200, 404]);
  });

  it("can be shared on by who may write it, and ends where the share does", async () => {
    expect((await share(BOB, survey.id, station.idOf(EVE), "read")).status).toBe(200);
    expect((await tracesOf(survey, EVE, "oidc")).byOperation).toBe(720);
    expect((await unshare(BOB, survey.id, station.idOf(EVE))).status).toBe(204);
    expect(await tracesOf(survey, EVE, "oidc")).toEqual(NO_TRACE);
  });

  it("is listed with exclude_public only for those it was shared with by name", async () => {
    expect(await station.listed(ADA, `${ALL_DAY}&exclude_public=true`)).toEqual([survey.id, dateLine.id]);
    expect(await station.listed(EVE, `${ALL_DAY}&exclude_public=true`)).toEqual([]);
  });
});

describe("an operation that is partly private", () => {
  /** The van received two minutes of the survey's ten. */
  let roof: string;
  let van: string;
  beforeAll(async () => {
    [roof, van] = survey.suboperations.map(({ id }) => id) as [string, string];
    await show(ROOT, roof, "private");
  });
  afterAll(() => show(ROOT, roof, "public"));

  it("is for others what is public of it: its suboperations, times, sensors and box", async () => {
    const { body } = await station.as(EVE, "GET", `/v2/airspace/operations/${survey.id}`);
    const seen = body as Operation;
    expect(ids(seen.suboperations as never)).toEqual([van]);
    expect(seen.sensor_ids).toEqual(["VAN"]);
    expect([seen.time_first_telemetry, seen.time_last_telemetry]).toEqual([
      survey.suboperations[1]!.time_first_telemetry,
      survey.suboperations[1]!.time_last_telemetry,
    ]);
    expect(seen.bbox).not.toBe(survey.bbox);
    expect((await telemetry(EVE, "ua", `operation_id=${survey.id}`)).length).toBe(120);
    expect((await telemetry(ROOT, "ua", `operation_id=${survey.id}`)).length).toBe(720);
    expect((await station.as(EVE, "GET", `/v2/airspace/operations/${roof}`)).status).toBe(404);
    expect((await station.as(EVE, "GET", accessPath(survey.id))).body).toMatchObject({
      level: "read",
      visibility: "public",
      suboperations: [{ id: van, level: "read" }],
    });
    expect((await station.as(ROOT, "GET", accessPath(survey.id))).body).toMatchObject({ visibility: "private" });
  });

  it("is not found by data of its private part", async () => {
    // In its last minutes only the roof received it; others do not find it at that place and time.
    const late = "from=2025-05-01T10:08:00Z&to=2025-05-01T10:30:00Z";
    const far = "bbox=14.428,50.028,14.44,50.04";
    expect(await station.listed(ROOT, late)).toEqual([survey.id]);
    expect(await station.listed(EVE, late)).toEqual([]);
    expect(await station.listed(ROOT, `${ALL_DAY}&${far}`)).toEqual([survey.id]);
    expect(await station.listed(EVE, `${ALL_DAY}&${far}`)).toEqual([]);
    expect(idsIn(await telemetry(ROOT, "ua", `${ALL_DAY}&${far}`))).toEqual([survey.id]);
    expect(await telemetry(EVE, "ua", `${ALL_DAY}&${far}`)).toEqual([]);
    expect(await station.listed(EVE, `${ALL_DAY}&sensor_id=ROOF`)).toEqual([visitor.id]);
    expect(await station.listed(EVE, `${ALL_DAY}&sensor_id=VAN`)).toContain(survey.id);
  });

  it("can be shared suboperation by suboperation", async () => {
    expect((await share(ROOT, roof, station.idOf(EVE), "write")).status).toBe(200);
    expect((await telemetry(EVE, "ua", `operation_id=${survey.id}`)).length).toBe(720);
    expect((await station.as(EVE, "GET", accessPath(survey.id))).body).toMatchObject({
      level: "write",
      suboperations: [
        { id: roof, level: "write", visibility: "private" },
        { id: van, level: "read", visibility: "public" },
      ],
      shares: [{ user_id: station.idOf(EVE), level: "write", suboperation_id: roof }],
    });
    // What Eve may only read stays as it is when she makes the operation private.
    await show(EVE, survey.id, "private");
    expect((await telemetry(BOB, "ua", `operation_id=${survey.id}`)).length).toBe(120);
    expect((await unshare(ROOT, roof, station.idOf(EVE))).status).toBe(204);
    expect((await telemetry(EVE, "ua", `operation_id=${survey.id}`)).length).toBe(120);
  });
});

describe("an operation with an owner", () => {
  it("is the owner's to read and to change, and stays so when it is private", async () => {
    await show(ADA, dateLine.id, "private");
    expect(await tracesOf(dateLine, EVE, "pat")).toEqual(NO_TRACE);
    expect(await tracesOf(dateLine, ADA, "pat")).toMatchObject({ operation: 200, byOperation: 41, listed: true });
    expect((await station.as(ADA, "GET", accessPath(dateLine.id))).body).toMatchObject({
      level: "write",
      owner: { user_id: station.idOf(ADA), email: null },
    });
    await show(ADA, dateLine.id, "public");
  });

  it("is administrators' to change, and not theirs by name", async () => {
    expect((await station.as(ROOT, "GET", accessPath(dateLine.id))).body).toMatchObject({
      level: "write",
      owner: { user_id: station.idOf(ADA), email: ADA },
    });
    expect(await station.listed(ROOT, `${ALL_DAY}&exclude_public=true`)).not.toContain(dateLine.id);
    expect(await station.listed(ADA, `${ALL_DAY}&exclude_public=true`)).toEqual([dateLine.id]);
  });

  it("is distinguished from others' by its owner, not by the permission to read or change it", async () => {
    const owned = async (person: string, ownership: string, more = "") =>
      station.listed(person, `${ALL_DAY}&ownership=${ownership}${more}`);
    const [all, rest] = [await station.listed(EVE, ALL_DAY), [survey.id, visitor.id]];
    expect(all).toEqual(expect.arrayContaining([dateLine.id, ...rest]));
    expect(await owned(ADA, "own")).toEqual([dateLine.id]);
    expect(await owned(ADA, "others")).toEqual(all.filter((id) => id !== dateLine.id));
    for (const person of [ROOT, EVE]) {
      expect(await owned(person, "own")).toEqual([]);
      expect(await owned(person, "others")).toEqual(all);
    }
    const [part] = dateLine.suboperations.map(({ id }) => id);
    expect(await owned(ADA, "own", "&globalize=false")).toEqual([part]);
    expect(await owned(ADA, "others", "&globalize=false")).not.toContain(part);
    expect(await owned(EVE, "others", "&globalize=false")).toContain(part);
    await share(ADA, dateLine.id, station.idOf(BOB), "write");
    expect(await owned(BOB, "own")).toEqual([]);
    expect(await owned(BOB, "others", "&exclude_public=true")).toEqual([dateLine.id]);
    await unshare(ADA, dateLine.id, station.idOf(BOB));
  });

  it("names no owner and no shares to those who may only read", async () => {
    expect((await station.as(EVE, "GET", accessPath(dateLine.id))).body).toMatchObject({
      level: "read",
      visibility: "public",
      owner: null,
      shares: [],
    });
  });
});

it("used the flights that these tests name", () => {
  expect([survey, visitor].map((one) => one.ua_identifiers[0]?.value)).toEqual([SURVEY.serial, VISITOR.serial]);
  expect(survey.suboperations.map(({ sensor_id }) => sensor_id)).toEqual(["ROOF", "VAN"]);
});
