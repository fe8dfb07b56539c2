import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../kernel/clock.ts";
import { decodeCursor, encodeCursor, foreignTransmitter, ownTransmitter, wantedRanges } from "./sightings.rules.ts";

const hour = (index: number, count = 10, hash = "a") => ({ hourMs: index * HOUR_MS, count, hash });
const range = (from: number, to: number) => ({ fromMs: from * HOUR_MS, toMs: to * HOUR_MS });

describe("what is wanted of a track", () => {
  it("are the hours that are missing or different, neighbours together", () => {
    const theirs = [hour(5), hour(1), hour(2), hour(3), hour(7)];
    expect(wantedRanges(theirs, [hour(1), hour(3, 9), hour(5, 10, "b"), hour(6)])).toEqual([
      range(2, 4),
      range(5, 6),
      range(7, 8),
    ]);
  });

  it("is empty if both have the same, and everything if nothing is here", () => {
    expect(wantedRanges([hour(1), hour(2)], [hour(2), hour(1)])).toEqual([]);
    expect(wantedRanges([hour(1), hour(2)], [])).toEqual([range(1, 3)]);
  });
});

it("a MAC address means the same everywhere, a MAVLink system only on its own link", () => {
  expect(foreignTransmitter("mac:02:00:5e:00:53:01", "there")).toBe("mac:02:00:5e:00:53:01");
  expect(foreignTransmitter("mavlink:roof:1.1", "there")).toBe("there|mavlink:roof:1.1");
  expect(foreignTransmitter(null, "there")).toBeNull();
});

it("what goes on to a third station has the address that the first one gave it", () => {
  for (const transmitter of ["mac:02:00:5e:00:53:01", "mavlink:roof:1.1", null]) {
    expect(ownTransmitter(foreignTransmitter(transmitter, "there"), "there")).toBe(transmitter);
  }
});

it("a cursor is valid on the station that gave it, and not after that was set back", () => {
  const cursor = encodeCursor("station", 41);
  expect(decodeCursor(cursor, "station", 41)).toBe(41);
  expect(decodeCursor(cursor, "other", 41)).toBeUndefined();
  expect(decodeCursor(cursor, "station", 40)).toBeUndefined();
  for (const text of ["", "%%%", "station", encodeCursor("station", Number.NaN)]) {
    expect(decodeCursor(text, "station", 41)).toBeUndefined();
  }
});
