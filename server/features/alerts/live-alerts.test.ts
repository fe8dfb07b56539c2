import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredAlert } from "./alert.model.ts";
import { fixAt } from "./conditions.rules.ts";
import { START_MS, STEP_E7, trafficOf, walk } from "./live-alerts.fixture.ts";
import { createLiveAlerts } from "./live-alerts.ts";
import {
  type Arrival,
  batchesOf,
  history,
  live,
  recordsOf,
  RULES,
  suboperationOf,
  timeOf,
  tracksOf,
} from "./live-and-history.fixture.ts";
import { stationRecordsOf } from "./station-track.fixture.ts";

it("records raise the same alerts live, in any order and however often they come, as over history", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(walk, walk, walk),
      fc.record({ crewed: fc.tuple(walk, walk), station: walk }),
      fc.infiniteStream(fc.nat(1000)),
      fc.record({
        // How much of the traffic is in memory: all, some, or none.
        keptFromS: fc.constantFrom(-Infinity, 20, Infinity),
        disorder: fc.constantFrom(0, 3, 1000),
        repeats: fc.nat(4),
        // From time to time there is no rule at all for a while.
        withoutRules: fc.array(fc.nat(12), { maxLength: 8 }),
        sizes: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      }),
      async (walks, { crewed, station }, random, { keptFromS, disorder, repeats, withoutRules, sizes }) => {
        const records: readonly Arrival[] = [
          ...recordsOf(walks),
          ...trafficOf(crewed),
          ...stationRecordsOf(station, START_MS, STEP_E7),
        ].toSorted((a, b) => timeOf(a) - timeOf(b));
        const nowMs = Math.max(...records.map(timeOf)) + 1000;
        const keyed = [...records, ...records.slice(0, repeats)].map((record, index) => ({
          record,
          key: index + (random.next().value! % (disorder + 1)),
        }));
        const arrived = keyed.toSorted((a, b) => a.key - b.key).map(({ record }) => record);
        const lived = await live(batchesOf(arrived, sizes), nowMs, {
          keptFromMs: START_MS + keptFromS * 1000,
          withoutRules,
        });
        expect(lived).toEqual(history(records, nowMs));
      },
    ),
    { numRuns: 300 },
  );
});

it("the newest position at a time is found, unless it is too old", () => {
  const fixes = [0, 10, 20].map((timeMs) => ({ timeMs, latitude: 0, longitude: 0, wgs84M: NaN }));
  expect([5, 10, 25, 31].map((timeMs) => fixAt(fixes, timeMs, 10)?.timeMs)).toEqual([0, 10, 20, undefined]);
});

describe("an alert that goes on", () => {
  const clock = { now: () => START_MS + 10_000 };
  function highFlight() {
    const noted: StoredAlert[] = [];
    const live = createLiveAlerts({
      clock,
      ids: { random: () => "alert", timed: () => "alert" },
      tracks: tracksOf([]),
      listAlertsOf: () => noted.slice(-1),
      note: ({ changed }) => void noted.push(...changed),
    });
    live.setRules(RULES.filter(({ rule }) => rule.id === "height"));
    live.tick();
    const operation = { id: 3, uuid: "high", firstMs: START_MS + 1000, suboperations: [] };
    const suboperation = suboperationOf(31, operation, null);
    const high = { gapS: 1, x: 0, y: 0, heightM: 35, operatorX: null };
    for (const record of recordsOf([[high, { ...high, x: 1 }, { ...high, x: 2, heightM: 40 }]])) {
      live.take({ ...record, suboperation });
    }
    return { live, noted };
  }
  const lastTimes = (noted: readonly StoredAlert[]) => noted.map(({ episode }) => episode.lastMs - START_MS);

  it("is reported when it begins, and not with each record", () => {
    expect(lastTimes(highFlight().noted)).toEqual([1000]);
  });

  it.each([
    ["its rule is taken away", (live: ReturnType<typeof createLiveAlerts>) => live.setRules([])],
    ["the station stops", (live: ReturnType<typeof createLiveAlerts>) => live.finish()],
  ])("has its last time and its greatest height when %s", (_, end) => {
    const { live, noted } = highFlight();
    end(live);
    expect(lastTimes(noted)).toEqual([1000, 3000]);
    expect(noted.at(-1)).toMatchObject({ episode: { longitude: 2e-4, endedMs: null }, detail: { height_m: 40 } });
  });
});

it("nothing is kept of aircraft while there is no rule", () => {
  const alerts = createLiveAlerts({
    clock: { now: () => START_MS },
    ids: { random: () => "alert", timed: () => "alert" },
    tracks: tracksOf([]),
    listAlertsOf: () => [],
    note: () => undefined,
  });
  const RECORDS = 100_000;
  const operation = { id: 4, uuid: "fast", firstMs: START_MS, suboperations: [] };
  const suboperation = suboperationOf(41, operation, null);
  const [record] = recordsOf([[{ gapS: 1, x: 0, y: 0, heightM: 30, operatorX: 0 }]]);
  const keptBytes = () => {
    const before = process.memoryUsage().arrayBuffers;
    for (let index = 0; index < RECORDS; index++) {
      const timeMs = START_MS + index / 10;
      alerts.take({ suboperation, ua: { ...record!.ua!, timeMs }, operator: { ...record!.operator!, timeMs } });
    }
    return process.memoryUsage().arrayBuffers - before;
  };
  expect(keptBytes()).toBeLessThan(RECORDS);
});
