import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import { NOON_MS, systemPoint } from "../../kernel/points.fixture.ts";
import { createLatestTelemetry } from "./telemetry.latest.store.ts";
import { createTelemetryRecording } from "./telemetry.recording.store.ts";
import { createSensorReader, joinRanges } from "./telemetry.sensors.store.ts";

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
  const recording = createTelemetryRecording(temp.store.writer);
  const at = (longitudeE7: number | null, latitudeE7: number | null, seconds = 0) =>
    systemPoint({ timeMs: NOON_MS + seconds * 1000, longitudeE7, latitudeE7 });
  temp.store.writer.transaction(() => {
    recording.recordSystem("roof", at(144_200_001, 500_000_003));
    recording.recordSystem("roof", { ...at(144_200_001, 500_000_003, 60), isCharging: true, chargePercent: 87.5 });
    recording.recordSystem("date line", at(1_800_000_000, -170_000_000));
    recording.recordSystem("van", at(144_300_000, 500_000_000));
    recording.recordSystem("van", at(150_000_000, 500_000_000, 60));
    recording.recordSystem("nowhere", at(null, null));
  })();
});
afterAll(() => temp[Symbol.dispose]());

const range = (from: number, to: number) => ({ fromMs: NOON_MS + from * 1000, toMs: NOON_MS + to * 1000 });

describe("sensors", () => {
  it.each([
    [
      "a box whose corner is the sensor's position",
      { west: 14.4200001, south: 50.0000003, east: 14.43, north: 50.1 },
      range(0, 60),
      ["roof"],
    ],
    [
      "a box that ends just short of it",
      { west: 14.4200002, south: 50, east: 14.43, north: 50.1 },
      range(0, 60),
      ["van"],
    ],
    ["the time before it moved away", { west: 14.425, south: 50, east: 14.435, north: 50.1 }, range(0, 59), ["van"]],
    ["the time after it", { west: 14.425, south: 50, east: 14.435, north: 50.1 }, range(1, 60), []],
    [
      "a box across the antimeridian",
      { west: 179.9, south: -18, east: -179.9, north: -16 },
      range(0, 60),
      ["date line"],
    ],
    ["a box that ends at 180", { west: 179.9, south: -18, east: 180, north: -16 }, range(0, 60), ["date line"]],
    ["a box that ends at -180", { west: -180, south: -18, east: -179.9, north: -16 }, range(0, 60), ["date line"]],
    [
      "the whole earth, except those without a position",
      { west: -180, south: -90, east: 180, north: 90 },
      range(0, 60),
      ["date line", "roof", "van"],
    ],
  ])("are inside of %s", (_, bbox, times, sensors) => {
    const found = createSensorReader(temp.store.reader).sensorsInside(bbox, times);
    expect([...found].toSorted()).toEqual(sensors);
  });

  it("are read in separate time ranges, without unknown sensors", () => {
    const { windows, origins } = createSensorReader(temp.store.reader).windowsOf([
      { sensorId: "roof", range: range(0, 10) },
      { sensorId: "van", range: range(5, 6) },
      { sensorId: "roof", range: range(10, 20) },
      { sensorId: "roof", range: range(30, 40) },
      { sensorId: "unknown", range: range(0, 100) },
    ]);
    const shown = windows.map(({ track, firstMs, lastMs }) => [
      origins.get(track)?.sensorId,
      (firstMs - NOON_MS) / 1000,
      (lastMs - NOON_MS) / 1000,
    ]);
    expect(shown).toEqual([
      ["roof", 0, 20],
      ["roof", 30, 40],
      ["van", 5, 6],
    ]);
    expect([...origins.values()].every(({ operationId }) => operationId === null)).toBe(true);
  });

  it("have a newest point within a range", () => {
    const { findSystem } = createLatestTelemetry(temp.store.reader);
    const { fromMs, toMs } = range(0, 60);
    expect(findSystem("roof", fromMs, toMs)).toMatchObject({ timeMs: toMs, isCharging: true, chargePercent: 87.5 });
    expect(findSystem("roof", fromMs, toMs - 1)).toMatchObject({ timeMs: fromMs, isCharging: null });
    expect(findSystem("roof", toMs + 1, toMs + 2)).toBeUndefined();
    expect(findSystem("unknown", fromMs, toMs)).toBeUndefined();
  });
});

describe("joined ranges", () => {
  const ranges = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 15 }))
      .map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length })),
  );

  it("cover every moment of the ranges exactly once, in order", () => {
    fc.assert(
      fc.property(ranges, (given) => {
        const moments = given.flatMap(({ fromMs, toMs }) =>
          Array.from({ length: toMs - fromMs + 1 }, (_, index) => fromMs + index),
        );
        const joined = joinRanges(given).flatMap(({ fromMs, toMs }) =>
          Array.from({ length: toMs - fromMs + 1 }, (_, index) => fromMs + index),
        );
        expect(joined).toEqual([...new Set(moments)].toSorted((a, b) => a - b));
      }),
    );
  });
});
