import { expect, it, vi } from "vitest";
import type { Traffic } from "../../../../server/contracts/traffic.ts";
import { trafficOpacity, TrafficCollection } from "./traffic-collection.ts";

const NOW_MS = Date.UTC(2026, 5, 1, 12);
const record = (icao: string, second: number): Traffic => ({
  icao,
  callsign: null,
  category: null,
  latitude: 47,
  longitude: 15,
  altitude_m: null,
  altitude_reference: null,
  speed: null,
  heading: null,
  vertical_speed: null,
  time: new Date(NOW_MS + second * 1000).toISOString(),
  sensor_id: "adsb",
});

it("traffic is shown where it was last, and is gone after a minute", () => {
  const collection = new TrafficCollection();
  const changed = vi.fn();
  collection.onChange(changed);
  collection.apply([record("a", 5), record("b", 0)]);
  collection.apply([record("a", 3)]);
  expect([...collection.marks.values()].map(({ timeMs }) => (timeMs - NOW_MS) / 1000)).toEqual([5, 0]);
  collection.sweep(NOW_MS + 61_000);
  expect([...collection.marks.keys()]).toEqual(["a"]);
  collection.replace([record("c", -100)]);
  expect([...collection.marks.keys()]).toEqual(["c"]);
  expect(changed).toHaveBeenCalledTimes(4);
});

it("an empty list of aircraft is not drawn again with each report", () => {
  const collection = new TrafficCollection();
  const changed = vi.fn();
  collection.onChange(changed);
  collection.apply([]);
  collection.sweep(NOW_MS);
  expect(changed).not.toHaveBeenCalled();
});

it("traffic fades from a quarter of a minute on", () => {
  expect([0, 15_000, 37_500, 60_000, 60_001].map(trafficOpacity)).toEqual([1, 1, 0.625, 0.25, 0]);
});
