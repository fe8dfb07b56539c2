import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../server/contracts/operations.ts";
import { openStore } from "../../server/storage/database.ts";
import { startStationInProcess, type StationInProcess } from "../support/station-in-process.ts";
import { NOON_MS, scoutBodies } from "./sample-day.fixture.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

const ROOT = "root@example.org";
const ADA = "ada@example.org";
const BOB = "bob@example.org";
const ALL_DAY = "from=2025-05-01T00:00:00Z&to=2025-05-01T12:00:00Z";
/** Around the survey and its operator, with some of the sensors. */
const BOX = "bbox=14.3,49.9,14.6,50.1";
const RECORDS = ["ua", "operator", "system"] as const;

/** Two people beside the administrator; one of the flights is shared with Ada, none with Bob. */
let dataDir: string;
let station: StationInProcess;
let operations: readonly Operation[];
let shared: Operation;
const tokens = new Map<string, string>();

const get = async (email: string, path: string): Promise<readonly never[]> => {
  const { status, body } = await station.call("GET", path, { token: tokens.get(email)! });
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`);
  return body as readonly never[];
};
const idsOf = async (email: string, query: string): Promise<readonly string[]> =>
  (await get(email, `/v2/airspace/operations?${ALL_DAY}&${query}`)).map(({ id }) => id);
const records = (email: string, kind: (typeof RECORDS)[number], query: string) =>
  get(email, `/v2/airspace/telemetry/${kind}?${query}`);

/** The clock of the provider is the computer's, that of the sample day stands in the past. */
beforeAll(async () => {
  dataDir = makeDataDir("visibility");
  let ada: string;
  {
    await using past = await startStationInProcess({ dataDir, clock: { now: () => NOON_MS }, localOperator: true });
    for (const body of scoutBodies()) {
      const headers = { "Content-Type": "application/x-ndjson" };
      const pushed = await fetch(`${past.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
      if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
    }
    operations = (await past.call("GET", `/v2/airspace/operations?${ALL_DAY}`)).body as readonly Operation[];
    await past.register(ROOT);
    ada = (await past.register(ADA)).id;
    await past.register(BOB);
  }
  shared = operations.find(({ suboperations }) => suboperations.length > 1)!;
  const store = openStore({ dataDir });
  store.writer
    .prepare("INSERT INTO operation_access SELECT ?, id, '', 'read' FROM operation WHERE uuid = ?")
    .run(ada, shared.id);
  store.close();
  station = await startStationInProcess({ dataDir });
  for (const email of [ROOT, ADA, BOB]) tokens.set(email, (await station.signIn(email)).access_token);
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

describe("an operation that the station's receivers received", () => {
  it("can be read by all users who are signed in", async () => {
    const all = operations.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(2);
    for (const email of [ROOT, ADA, BOB]) expect(await idsOf(email, "")).toEqual(all);
    for (const kind of RECORDS) {
      const seen = await records(ROOT, kind, `${ALL_DAY}&${BOX}`);
      expect(seen.length).toBeGreaterThan(0);
      for (const email of [ADA, BOB]) expect(await records(email, kind, `${ALL_DAY}&${BOX}`)).toEqual(seen);
    }
  });

  it("is its administrators' by name: without the public they see the same", async () => {
    expect(await idsOf(ROOT, "exclude_public=true")).toEqual(operations.map(({ id }) => id));
    for (const kind of RECORDS) {
      const query = `${ALL_DAY}&${BOX}`;
      expect(await records(ROOT, kind, `${query}&exclude_public=true`)).toEqual(await records(ROOT, kind, query));
    }
  });

  it("is nothing for others without the public", async () => {
    expect(await idsOf(BOB, "exclude_public=true")).toEqual([]);
    expect(await idsOf(BOB, `exclude_public=true&globalize=false&${BOX}`)).toEqual([]);
    for (const kind of RECORDS) {
      for (const query of [`${ALL_DAY}&${BOX}`, `operation_id=${shared.id}`]) {
        expect((await records(BOB, kind, query)).length).toBeGreaterThan(0);
        expect(await records(BOB, kind, `${query}&exclude_public=true`)).toEqual([]);
      }
    }
  });

  it("is what was shared for whom it was shared with", async () => {
    expect(await idsOf(ADA, "exclude_public=true")).toEqual([shared.id]);
    const suboperations = shared.suboperations.map(({ id }) => id);
    expect((await idsOf(ADA, "exclude_public=true&globalize=false")).toSorted()).toEqual(suboperations.toSorted());
    const [other] = operations.filter(({ id }) => id !== shared.id);
    for (const kind of RECORDS) {
      const own = await records(ADA, kind, `operation_id=${shared.id}`);
      expect(await records(ADA, kind, `operation_id=${shared.id}&exclude_public=true`)).toEqual(own);
      expect(await records(ADA, kind, `operation_id=${other!.id}&exclude_public=true`)).toEqual([]);
      const seen = (await records(ADA, kind, `${ALL_DAY}&exclude_public=true&bbox=14.3,49.9,14.6,50.1`)) as readonly {
        readonly operation_id: string | null;
      }[];
      expect(new Set(seen.map(({ operation_id: id }) => id))).toEqual(new Set([kind === "system" ? null : shared.id]));
    }
  });

  it("is filtered the same when the parameters come as a body", async () => {
    const body = { operation_id: shared.id, exclude_public: true };
    const ask = async (email: string) =>
      (await station.call("POST", "/v2/airspace/telemetry/ua", { token: tokens.get(email)!, body })).body as unknown[];
    expect(await ask(BOB)).toEqual([]);
    expect((await ask(ADA)).length).toBeGreaterThan(0);
  });
});
