import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decodeScout } from "../../ingest/codecs/scout.json.ts";
import { DAY_MS, HOUR_MS, isoFromMs, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import type { Core } from "./core.ts";
import { composeCore } from "./core.ts";

const FEED = { sensorId: "roof", isLive: false, onRefused: () => undefined };
const { signal } = new AbortController();

let temp: TempStore;
let core: Core;
let startMs: number;
let nowMs: number;
const open = () =>
  composeCore({ store: temp.store, clock: { now: () => nowMs }, ids: systemIds, log: silentLog, observer: {} });
beforeEach(() => {
  temp = openTempStore();
  startAt(Date.UTC(2025, 4, 1, 10));
  core = open();
});
afterEach(async () => {
  await core.statistics.service.close();
  temp[Symbol.dispose]();
});

function startAt(timeMs: number): void {
  startMs = timeMs;
  nowMs = timeMs + HOUR_MS;
}

type Decoded = { readonly second: number; readonly sensor: "ROOF" | "VAN"; readonly hasOperator: boolean };
const scout = ({ second, sensor, hasOperator }: Decoded) =>
  JSON.stringify({
    sn: sensor,
    tech: "wifi_beacon",
    mac: "02:00:5e:00:53:01",
    timestamp: isoFromMs(startMs + second * SECOND_MS),
    odid: {
      BasicID: [{ UASID: "1596F351901936310360", IDType: 1, UAType: 2 }],
      Location: { Status: 2, Latitude: 50 + second * 1e-4, Longitude: 14.4, Height: second % 7, SpeedHorizontal: 10 },
      ...(hasOperator && { System: { OperatorLatitude: 50, OperatorLongitude: 14.4 + second * 1e-4 } }),
    },
  });
const beat = (second: number, sensor: string) =>
  JSON.stringify({
    sn: sensor,
    timestamp: isoFromMs(startMs + second * SECOND_MS),
    gnss_satellites: 9,
    gnss_position: { latitude: 50.01, longitude: 14.3 + second * 1e-4 },
  });
const take = (lines: readonly string[]) => core.pipeline.take(FEED, decodeScout(lines.join("\n")), { settle: true });

/** The suboperation ids of each operation of the day, and each suboperation by itself. */
const sets = () =>
  temp.store.reader
    .prepare<[number], string>(
      `WITH today AS (SELECT id, operation FROM suboperation WHERE first_ms > ? - ${HOUR_MS})
       SELECT json_group_array(id) FROM today GROUP BY operation UNION SELECT json_array(id) FROM today`,
    )
    .pluck()
    .all(startMs)
    .map((text) => JSON.parse(text) as readonly number[]);
const known = () => sets().map((suboperations) => core.statistics.service.find(suboperations));
const statistics = () => known().map(({ stored }) => stored?.statistics);
async function refresh(): Promise<void> {
  for (const suboperations of sets()) await core.statistics.service.refresh(suboperations);
}

describe("statistics", () => {
  it("updated step by step, with records in any order, equal those computed from scratch", async () => {
    const anything = fc.oneof(
      fc.record({
        second: fc.integer({ min: 0, max: 200 }),
        sensor: fc.constantFrom("ROOF" as const, "VAN" as const),
        hasOperator: fc.boolean(),
      }),
      fc.record({ beatAt: fc.integer({ min: -60, max: 260 }), sensor: fc.constantFrom("ROOF", "VAN") }),
    );
    const batches = fc.array(fc.array(anything, { minLength: 1, maxLength: 25 }), { minLength: 2, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        startAt(startMs + DAY_MS);
        for (const batch of all) {
          await take(batch.map((one) => ("beatAt" in one ? beat(one.beatAt, one.sensor) : scout(one))));
          await refresh();
          expect(known().every(({ isCurrent }) => isCurrent)).toBe(true);
        }
        const updated = statistics();
        await core.statistics.service.close();
        temp.store.writer.exec("DELETE FROM statistics");
        core = open();
        await refresh();
        expect(statistics()).toEqual(updated);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it("have the length that SpatiaLite computes for the line of one sensor", async () => {
    await take(Array.from({ length: 300 }, (_, second) => scout({ second, sensor: "ROOF", hasOperator: false })));
    await refresh();
    const [suboperation] = sets()[0]!;
    await core.telemetry.updateLine(suboperation!, signal);
    const lengthM = temp.store.reader.prepare("SELECT GeodesicLength(geometry) FROM track_line").pluck().get();
    expect(statistics()[0]?.distanceM).toBeCloseTo(lengthM as number, 3);
    expect(lengthM).toBeGreaterThan(3000);
  });

  it("are not computed again while no records arrive", async () => {
    await take([scout({ second: 0, sensor: "ROOF", hasOperator: true })]);
    await refresh();
    const before = known();
    nowMs += MINUTE_MS;
    await refresh();
    expect(known()).toEqual(before);
  });
});

describe("the background job of statistics", () => {
  const receive = (second: number) =>
    take((["ROOF", "VAN"] as const).map((sensor) => scout({ second, sensor, hasOperator: false })));
  const areCurrent = () => known().map(({ isCurrent }) => isCurrent);

  it("updates every operation with new records and its suboperations, each at most once a minute", async () => {
    await receive(0);
    expect(areCurrent()).toEqual([false, false, false]);
    await core.statistics.job.update(signal);
    await core.statistics.job.update(signal);
    expect(areCurrent()).toEqual([true, true, true]);
    await receive(1);
    nowMs += MINUTE_MS - 1;
    await core.statistics.job.update(signal);
    await core.statistics.job.update(signal);
    expect(areCurrent()).toEqual([false, false, false]);
    nowMs += 1;
    await core.statistics.job.update(signal);
    expect(areCurrent()).toEqual([true, true, true]);
  });

  it("leaves out an operation that gained records since the last run, but not for longer than a minute", async () => {
    for (const second of [0, 1, 2]) {
      await receive(second);
      await core.statistics.job.update(signal);
      expect(areCurrent()).toEqual([false, false, false]);
    }
    nowMs += MINUTE_MS;
    await receive(3);
    await core.statistics.job.update(signal);
    expect(areCurrent()).toEqual([true, true, true]);
  });

  it("starts with what was recorded while it was not running", async () => {
    await receive(0);
    await core.statistics.service.close();
    core = open();
    await core.statistics.job.update(signal);
    expect(areCurrent()).toEqual([true, true, true]);
  });
});
