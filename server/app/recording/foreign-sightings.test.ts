import { rmSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import type { ForeignSightings } from "../../features/sightings/index.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import { operatorPoint, uaPoint } from "../../kernel/points.fixture.ts";
import type { Sighting } from "../../kernel/sighting.ts";
import { makeDataDir } from "../../storage/data-dir.fixture.ts";
import { openStore } from "../../storage/database.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import { composeCore } from "../compose/core.ts";

const NOW_MS = Date.UTC(2026, 0, 1, 12);
const dataDir = makeDataDir("received");
const store = openStore({ dataDir, synchronous: "OFF" });
const shown: { readonly timeMs: number; readonly isLive: boolean }[] = [];
const core = composeCore({
  store,
  clock: { now: () => NOW_MS },
  ids: systemIds,
  log: silentLog,
  observer: { onSighting: ({ observedAtMs }, _, { isLive }) => void shown.push({ timeMs: observedAtMs, isLive }) },
});
afterAll(async () => {
  await core.recorder.close();
  store.close();
  rmSync(dataDir, { recursive: true });
});

const head = {
  uuid: "0191c5a0-0000-7000-8000-000000000001",
  operationUuid: "0191c5a0-0000-7000-8000-000000000002",
  sensorId: "roof",
  technology: "wifi_beacon",
  sourceType: "rid_receiver",
  transmitter: "mac:02:00:5e:00:53:01",
  declared: {
    identifiers: [{ type: "serial_number", value: "1596F351901936310360" }],
    uaType: 2,
    operatorId: null,
    classification: null,
    classificationType: null,
    descriptions: [],
    authentication: [],
  },
  origin: "there",
  sender: "ann",
} as const;

function sighting(agoMs: number, north = 0): Sighting {
  const timeMs = NOW_MS - agoMs;
  const { sensorId, technology, sourceType, transmitter, declared } = head;
  const ua = uaPoint({ timeMs, receivedMs: timeMs + 7, latitudeE7: 500_000_000 + north });
  return {
    sensorId,
    technology,
    sourceType,
    transmitter,
    declared,
    observedAtMs: timeMs,
    warnings: [],
    ua,
    operator: null,
  };
}
const received = (over: Partial<ForeignSightings>): ForeignSightings => ({
  head,
  warnings: [],
  merged: [],
  sightings: [],
  ...over,
});
const rows = (sql: string) => store.reader.prepare(sql).all();

it("what is old when it arrives is stored and not shown as live, what is young is", async () => {
  const ages = [5 * MINUTE_MS, 4 * MINUTE_MS, 2 * MINUTE_MS, 10 * SECOND_MS];
  await core.recordForeign(received({ sightings: ages.map((ago) => sighting(ago)) }));
  expect(shown.map(({ isLive }) => isLive)).toEqual([false, false, true, true]);
  expect(rows("SELECT time_ms, received_ms FROM ua_track")).toEqual(
    ages.map((ago) => ({ time_ms: NOW_MS - ago, received_ms: NOW_MS - ago + 7 })),
  );
});

it("a record at a time that is taken stays as it was first, whichever values come", async () => {
  const before = rows("SELECT * FROM ua_track");
  await core.recordForeign(received({ sightings: [sighting(10 * SECOND_MS), sighting(10 * SECOND_MS, 5000)] }));
  expect(rows("SELECT * FROM ua_track")).toEqual(before);
  expect(rows("SELECT record_count FROM suboperation")).toEqual([{ record_count: 4 }]);
});

it("requests for the same new suboperation at once open it once, with the operation's id where that is free", async () => {
  const uuids = ["1", "2", "2", "1"].map((digit) => `0191c5a0-0000-7000-8000-0000000000a${digit}`);
  await Promise.all(
    uuids.map((uuid, index) =>
      core.recordForeign(
        received({
          head: { ...head, uuid, sensorId: uuid, operationUuid: "0191c5a0-0000-7000-8000-0000000000b1" },
          sightings: [{ ...sighting((60 + index) * MINUTE_MS), sensorId: uuid }],
        }),
      ),
    ),
  );
  const opened =
    "SELECT uuid, record_count AS records FROM suboperation WHERE uuid LIKE '%-0000000000a_' ORDER BY uuid";
  expect(rows(opened)).toEqual([
    { uuid: uuids[0], records: 2 },
    { uuid: uuids[1], records: 2 },
  ]);
});

it("what was declared since is on disk without further records", async () => {
  const operator = operatorPoint({ timeMs: NOW_MS, receivedMs: NOW_MS });
  await core.recordForeign(received({ sightings: [{ ...sighting(0), ua: null, operator }] }));
  const declared = { ...head.declared, operatorId: "CZE-1" };
  const warning = { type: "clock_implausible", msg: "The clocks differ." } as const;
  await core.recordForeign(received({ head: { ...head, declared }, warnings: [warning] }));
  const [row] = rows(`SELECT operator_id, warnings FROM suboperation WHERE uuid = '${head.uuid}'`) as [
    { operator_id: string; warnings: string },
  ];
  expect(row.operator_id).toBe("CZE-1");
  expect(JSON.parse(row.warnings)).toEqual([warning]);
  expect(rows("SELECT time_ms FROM operator_track")).toEqual([{ time_ms: NOW_MS }]);
});

it("an aircraft that flies over the antimeridian is joined with what is near there, wherever else there is much", async () => {
  const temp = openTempStore();
  const openCore = () =>
    composeCore({ store: temp.store, clock: { now: () => NOW_MS }, ids: systemIds, log: silentLog, observer: {} });
  const unidentified = { ...head.declared, identifiers: [] };
  const over = (number: number, sensorId: string, ...longitudes: readonly number[]) => {
    const uuid = `0191c5a0-0000-7000-8000-${String(number).padStart(12, "0")}`;
    const shared = { sensorId, transmitter: `mac:${sensorId}:${number}`, declared: unidentified };
    const sightings = longitudes.map((longitude, index) => {
      const one = sighting(MINUTE_MS - index * SECOND_MS);
      const place = { latitudeE7: -17e7, longitudeE7: Math.round(longitude * 1e7) };
      return { ...one, ...shared, ua: uaPoint({ ...one.ua, ...place }) };
    });
    return received({ head: { ...head, ...shared, uuid, operationUuid: uuid }, sightings });
  };
  const before = openCore();
  await before.recordForeign(over(1, "van", 179.9996, 179.9998, -179.9999));
  for (let number = 2; number < 210; number++) await before.recordForeign(over(number, "far", number / 2));
  await before.recorder.close();
  const after = openCore();
  await after.recordForeign(over(500, "roof", 179.9997, 179.9999, -179.9998));
  const joined = "SELECT count(DISTINCT operation) AS operations FROM suboperation WHERE sensor_id <> 'far'";
  expect(temp.store.reader.prepare(joined).get()).toEqual({ operations: 1 });
  await after.recorder.close();
  temp[Symbol.dispose]();
});
