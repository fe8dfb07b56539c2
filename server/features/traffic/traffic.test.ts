import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Traffic } from "../../contracts/traffic.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";
import { makeDataDir } from "../../storage/data-dir.fixture.ts";
import { openStore, type Store } from "../../storage/database.ts";
import { createTrafficService, type TrafficService } from "./traffic.service.ts";
import { createTrafficStore } from "./traffic.store.ts";

const START_MS = Date.UTC(2026, 5, 1, 12);
const NEVER = new AbortController().signal;
const WORLD = { west: -180, south: -90, east: 180, north: 90 };

let dataDir: string;
let store: Store;
let nowMs: number;
let traffic: TrafficService;
let published: Traffic[];
let stored: TrafficPoint[];

beforeEach(() => {
  dataDir = makeDataDir("traffic-feature");
  store = openStore({ dataDir, synchronous: "OFF" });
  nowMs = START_MS;
  published = [];
  stored = [];
  const deps = {
    reader: store.reader,
    writer: store.writer,
    clock: { now: () => nowMs },
    publish: (one: Traffic) => void published.push(one),
    onStored: (points: readonly TrafficPoint[]) => void stored.push(...points),
    recordAudit: () => undefined,
  };
  traffic = createTrafficService(deps, createTrafficStore(store.reader, store.writer));
});
afterEach(() => {
  store.close();
  rmSync(dataDir, { recursive: true });
});

const point = (second: number, changes: Partial<TrafficPoint> = {}): TrafficPoint => ({
  icao: "3d1234",
  callsign: null,
  category: null,
  latitude: 47 + second / 1000,
  longitude: 15.123_456_789,
  altitudeWgs84M: 1000,
  altitudePressureM: null,
  isOnGround: false,
  speedMps: null,
  headingDeg: null,
  verticalSpeedMps: null,
  timeMs: START_MS + second * SECOND_MS,
  sensorId: "adsb",
  ...changes,
});
const read = (fromMs = 0, bbox = WORLD) =>
  traffic.read({ fromMs: Math.max(fromMs, START_MS - DAY_MS), toMs: START_MS + MINUTE_MS }, bbox, NEVER);

it("keeps low aircraft every 2 seconds and high ones every 10, and reads back what it reported", async () => {
  for (let second = 0; second < 20; second++) {
    nowMs = START_MS + second * SECOND_MS;
    traffic.take(point(second, { callsign: second < 9 ? null : "D1234" }), true);
    traffic.take(
      point(second, { icao: "4ca2d1", altitudeWgs84M: null, altitudePressureM: 10_972.8, category: "A3" }),
      true,
    );
    traffic.take(point(second, { icao: "3d0000", altitudeWgs84M: null, latitude: -10 }), true);
    traffic.flush();
  }
  const kept = await read();
  expect(
    Object.fromEntries([...Map.groupBy(kept, ({ icao }) => icao)].map(([icao, all]) => [icao, all.length])),
  ).toEqual({
    "3d1234": 10,
    "4ca2d1": 2,
    "3d0000": 10,
  });
  expect(kept.toSorted((a, b) => (a.icao < b.icao ? -1 : 1))).toEqual(
    stored.toSorted((a, b) => (a.icao < b.icao ? -1 : 1)),
  );
  expect(new Set((await read(0, { ...WORLD, north: 0 })).map(({ icao }) => icao))).toEqual(new Set(["3d0000"]));
  // Every position is shown, also those that are not kept.
  expect(published.filter(({ icao }) => icao === "4ca2d1")).toHaveLength(20);
});

it("shows each aircraft where it was last, and nothing that is older than a minute", () => {
  traffic.take(point(0), true);
  traffic.take(point(2), true);
  traffic.take(point(1), true);
  traffic.take(point(-61, { icao: "aaaaaa" }), true);
  traffic.take(point(0, { icao: "bbbbbb" }), false);
  traffic.flush();
  expect(published.map(({ icao, latitude }) => [icao, latitude])).toEqual([["3d1234", 47.002]]);
  expect(traffic.list(undefined, undefined)).toMatchObject([{ icao: "3d1234", latitude: 47.002 }]);
  nowMs = START_MS + 63 * SECOND_MS;
  expect(traffic.list(undefined, undefined)).toEqual([]);
  // The box is that of the moment: who has left it since is not in it.
  const box = { west: 15, east: 16, south: 46.9995, north: 47.0005 };
  expect(traffic.list(START_MS, box).map(({ icao }) => icao)).toEqual(["3d1234", "bbbbbb"]);
  expect(traffic.list(START_MS + 3 * SECOND_MS, box).map(({ icao }) => icao)).toEqual(["bbbbbb"]);
});

it.each([
  ["ends at 180", { west: 179.9, south: 9, east: 180, north: 11 }],
  ["ends at -180", { west: -180, south: 9, east: -179.9, north: 11 }],
])("is found at 180 and -180 in a box that %s, now and then", async (_, box) => {
  traffic.take(point(0, { icao: "aaaaaa", latitude: 10, longitude: 180 }), true);
  traffic.take(point(0, { icao: "bbbbbb", latitude: 10, longitude: -180 }), true);
  traffic.take(point(0, { icao: "cccccc", latitude: 10, longitude: 0 }), true);
  traffic.flush();
  const both = ["aaaaaa", "bbbbbb"];
  expect(traffic.list(undefined, box).map(({ icao }) => icao)).toEqual(both);
  expect(traffic.list(START_MS, box).map(({ icao }) => icao)).toEqual(both);
  expect((await read(0, box)).map(({ icao }) => icao).toSorted()).toEqual(both);
});

it("has north as 0, also where a receiver writes 360, live and stored", async () => {
  traffic.take(point(0, { headingDeg: 360 }), true);
  traffic.take(point(0, { icao: "4ca2d1", headingDeg: 359.996 }), true);
  traffic.flush();
  expect(published.map(({ heading }) => heading)).toEqual([0, 0]);
  expect((await read()).map(({ headingDeg }) => headingDeg)).toEqual([0, 0]);
});

it("reports an aircraft on the ground as on the ground, and nothing where no height is known", () => {
  traffic.take(point(0, { isOnGround: true }), true);
  traffic.take(point(0, { icao: "4ca2d1", altitudeWgs84M: null }), true);
  traffic.flush();
  expect(published).toMatchObject([
    { altitude_m: 0, altitude_reference: "AGL" },
    { altitude_m: null, altitude_reference: null },
  ]);
});

it("removes what is older than it is kept, and nothing else", async () => {
  for (let index = 0; index < 450; index++) {
    traffic.take(point(0, { icao: index.toString(16).padStart(6, "0"), timeMs: START_MS - 8 * DAY_MS + index }), false);
  }
  traffic.take(point(0, { timeMs: START_MS - 6 * DAY_MS }), false);
  traffic.flush();
  const listKept = () => store.reader.prepare("SELECT count(*) FROM traffic_point").pluck().get();
  const listAircraft = () => store.reader.prepare("SELECT count(*) FROM traffic_aircraft").pluck().get();
  expect([listKept(), listAircraft()]).toEqual([451, 451]);
  await traffic.purge(NEVER);
  expect([listKept(), listAircraft()]).toEqual([1, 1]);
  traffic.saveKeptDays(5);
  await traffic.purge(NEVER);
  expect([listKept(), listAircraft()]).toEqual([0, 0]);
});

it("reads a box over the antimeridian in the order of time, whichever side of it an aircraft was on", async () => {
  const over = { west: 179, south: 40, east: -179, north: 60 };
  const longitudes = [-179.9, 179.9, -179.8, 179.8];
  for (const [index, longitude] of longitudes.entries()) {
    nowMs = START_MS + index * 3 * SECOND_MS;
    traffic.take(point(index * 3, { longitude }), true);
    traffic.flush();
  }
  expect((await read(0, over)).map(({ longitude }) => longitude)).toEqual(longitudes);
});
