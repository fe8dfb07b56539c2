import { expect, it } from "vitest";
import { systemIds } from "./ids.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it("an id is a random or a time-ordered UUID", () => {
  expect(UUID.exec(systemIds.random())?.[1]).toBe("4");
  expect(UUID.exec(systemIds.timed(Date.UTC(2026, 4, 1)))?.[1]).toBe("7");
});

it("time-ordered ids sort by time", () => {
  const times = [1_400_000_000_000, 1_700_000_000_000, 1_700_000_000_001.9, Date.UTC(2030, 0, 1)];
  const ids = times.map((timeMs) => systemIds.timed(timeMs));
  expect(ids.toSorted()).toEqual(ids);
});

it("many ids of the same millisecond are unique, also before 1970", () => {
  const ids = Array.from({ length: 5000 }, (_, index) => systemIds.timed(index % 2 === 0 ? 1_700_000_000_000 : -5));
  expect(new Set(ids).size).toBe(ids.length);
});
