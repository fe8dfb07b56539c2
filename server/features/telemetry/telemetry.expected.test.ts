import { describe, expect, it } from "vitest";
import { NOON_MS } from "../../kernel/points.fixture.ts";
import type { Track } from "./telemetry.deps.ts";
import { expectedOfTracks, onPage } from "./telemetry.expected.ts";

const EVERYTHING = { limit: Infinity, offset: 0 };

/** A record a second for 1,000 seconds. */
const track: Track = {
  suboperation: 1,
  sensorId: "sensor",
  operationId: "operation",
  suboperationId: "suboperation",
  firstMs: NOON_MS,
  lastMs: NOON_MS + 999_999,
  recordCount: 1000,
};
const whole = { track, window: { track: 1, firstMs: track.firstMs, lastMs: track.lastMs } };
const quarter = { track, window: { track: 1, firstMs: NOON_MS + 500_000, lastMs: NOON_MS + 749_999 } };
const moment = {
  track: { ...track, lastMs: NOON_MS, recordCount: 1 },
  window: { track: 1, firstMs: NOON_MS, lastMs: NOON_MS },
};

describe("the expected number of records", () => {
  it.each([
    ["of no tracks", [], EVERYTHING, 0],
    ["of whole tracks is their record count", [whole, whole, moment], EVERYTHING, 2001],
    ["of a part of a track is its share of the time", [whole, quarter], EVERYTHING, 1250],
    ["is limited by the page", [whole, whole], { limit: 500, offset: 1900 }, 100],
  ])("%s", (_, parts, page, expected) => {
    expect(expectedOfTracks(parts, page)).toBe(expected);
  });

  it.each([
    [10, { limit: 5, offset: 0 }, 5],
    [10, { limit: 5, offset: 8 }, 2],
    [10, { limit: Infinity, offset: 11 }, 0],
  ])("on a page of %d records, %o, is %d", (records, page, left) => {
    expect(onPage(records, page)).toBe(left);
  });
});
