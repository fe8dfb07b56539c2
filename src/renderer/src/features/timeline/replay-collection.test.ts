import { beforeEach, describe, expect, it } from "vitest";
import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { Positions, TrackPositions } from "../../../../../server/contracts/timeline.ts";
import { ReplayCollection } from "./replay-collection.ts";
import { joinColumns, joinSensors } from "./replay-columns.ts";

const START_MS = Date.UTC(2026, 10, 22, 10);
const MINUTE_MS = 60_000;

function track(sensor: string, times: readonly number[], more: Partial<TrackPositions> = {}): TrackPositions {
  return {
    operation_id: "one",
    sensor_id: sensor,
    times: [...times],
    latitudes: times.map((time) => 50 + time / 1e6),
    longitudes: times.map(() => 14),
    headings: times.map(() => 90),
    horizontal_speeds: times.map(() => null),
    vertical_speeds: times.map(() => null),
    altitudes: { AGL: times.map((_, index) => (index === 0 ? null : 40)) },
    states: [{ time: times[0] ?? 0, state: "airborne" }],
    operator: [],
    ...more,
  };
}
const loaded = (fromMs: number, tracks: TrackPositions[], sensors: Positions["sensors"] = []) => ({
  fromMs,
  positions: { spacing: 0, tracks, sensors },
});
const operation = { id: "one", status: "past", ua_identifiers: [] } as unknown as Operation;

let collection: ReplayCollection;
beforeEach(() => {
  collection = new ReplayCollection();
});

function show(parts: readonly ReturnType<typeof loaded>[], isApproximate = false): void {
  collection.setData({ columns: joinColumns(parts), sensors: joinSensors(parts), isApproximate });
}
function at(ms: number) {
  collection.moveTo(START_MS + ms);
  return collection.tracks.get("one");
}

describe("the picture of a past moment", () => {
  it("shows each aircraft at its last position until then, as old as it was, and nothing in between", () => {
    show([loaded(START_MS, [track("ROOF", [0, 1000, 2000])])]);
    expect(at(-1)).toBeUndefined();
    expect(at(1999)).toMatchObject({
      place: { latitude: 50.001, longitude: 14 },
      receivedAtMs: START_MS + 1000,
      ua: { timestamp: "2026-11-22T10:00:01.000Z", altitudes: [{ type: "AGL", value: 40, accuracy: null }] },
      isReplayed: false,
    });
    expect(at(0)?.ua?.altitudes).toEqual([]);
  });

  it("leaves an aircraft where it was last received in a gap, and drops it after five minutes", () => {
    show([loaded(START_MS, [track("ROOF", [0, 8 * MINUTE_MS])])]);
    expect(at(5 * MINUTE_MS - 1)?.place?.latitude).toBe(50);
    expect(at(5 * MINUTE_MS)).toBeUndefined();
    expect(at(8 * MINUTE_MS)?.trail.timesMs).toHaveLength(1);
  });

  it("joins what several sensors received, and windows that follow one another", () => {
    show([
      loaded(START_MS, [track("ROOF", [0, 2000]), track("VAN", [1000])]),
      loaded(START_MS + 5 * MINUTE_MS, [track("ROOF", [0])]),
    ]);
    expect(at(1500)?.ua?.sensor_id).toBe("VAN");
    expect([...Array.from(at(5 * MINUTE_MS)!.trail.timesMs)]).toEqual([1000, 2000, 300_000].map((ms) => START_MS + ms));
  });

  it("judges whether an operation was going on by that moment", () => {
    show([loaded(START_MS, [track("ROOF", [0])])]);
    collection.applyOperations([operation]);
    expect(at(3 * MINUTE_MS - 1)?.operation?.status).toBe("current");
    expect(at(3 * MINUTE_MS)?.operation?.status).toBe("past");
  });

  it("has the operator and the receivers where they were then", () => {
    const place = { latitude: 50, longitude: 14 };
    const operator = [
      { ...place, time: 0, source_type: "live_gnss" },
      { ...place, latitude: 51, time: 5000, source_type: "live_gnss" },
    ];
    show([loaded(START_MS, [track("ROOF", [0, 6000], { operator })], [{ ...place, sensor_id: "ROOF", time: 3000 }])]);
    expect(at(4999)?.operator?.location.latitude).toBe(50);
    expect(at(6000)?.operator?.location.latitude).toBe(51);
    expect(collection.sensors.get("ROOF")?.telemetry.location?.latitude).toBe(50);
    at(2999);
    expect(collection.sensors.size).toBe(0);
  });

  it("takes every field from the record itself where that was loaded", () => {
    show([loaded(START_MS, [track("ROOF", [0])])]);
    const record = { ...at(0)!.ua!, timestamp_accuracy: 0.1 };
    collection.applyExact([record]);
    expect(at(0)?.ua?.timestamp_accuracy).toBe(0.1);
    expect(at(0)?.ua).toBe(record);
  });

  it("calls coarse positions approximate, and draws no way between them", () => {
    show([loaded(START_MS, [track("ROOF", [0, MINUTE_MS])])], true);
    expect(at(MINUTE_MS)).toMatchObject({ isApproximate: true, trail: { timesMs: [] } });
  });

  it("no longer shows an operation that was deleted", () => {
    show([loaded(START_MS, [track("ROOF", [0])])]);
    collection.remove(["one"]);
    expect(at(0)).toBeUndefined();
  });

  it("tells who listens of every moment", () => {
    let changes = 0;
    const stop = collection.onChange(() => (changes += 1));
    at(0);
    stop();
    at(1);
    expect(changes).toBe(1);
  });
});
