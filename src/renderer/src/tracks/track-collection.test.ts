import { describe, expect, it } from "vitest";
import type { Operation } from "../../../../server/contracts/operations.ts";
import type { SystemTelemetry, UaTelemetry } from "../../../../server/contracts/telemetry.ts";
import { TrackCollection } from "./track-collection.ts";

const START_MS = Date.parse("2026-11-20T10:00:00.000Z");

const isoAt = (afterMs: number) => new Date(START_MS + afterMs).toISOString();

function ua(afterMs: number, latitude = 50): UaTelemetry {
  return {
    timestamp: isoAt(afterMs),
    timestamp_accuracy: null,
    sensor_id: "receiver-1",
    operation_id: "op-1",
    operational_state: "airborne",
    location: { latitude, longitude: 14, accuracy: null },
    altitudes: [],
    velocity: {
      heading: null,
      horizontal_speed: null,
      vertical_speed: null,
      components: null,
      components_accuracy: null,
      speed_accuracy: null,
    },
    air_pressure: null,
  };
}

/** As the station lists it. */
const operation = (listed: Partial<Operation>) =>
  ({ id: "op-1", time_updated: isoAt(0), suboperations: [], ...listed }) as unknown as Operation;

const system = (afterMs: number, latitude: number) =>
  ({
    sensor_id: "receiver-1",
    timestamp: isoAt(afterMs),
    location: { latitude, longitude: 14, accuracy: null },
  }) as SystemTelemetry;

describe("the track collection", () => {
  it("keeps the newest record even when an older one arrives later", () => {
    const collection = new TrackCollection();
    collection.applyUa([ua(5_000, 51)], START_MS + 5_000);
    collection.applyUa([ua(1_000, 50)], START_MS + 6_000);
    const track = collection.tracks.get("op-1");
    expect(track?.ua?.location.latitude).toBe(51);
    expect(track?.trail.timesMs).toEqual([START_MS + 1_000, START_MS + 5_000]);
  });

  it("judges the age of late data by when it was observed", () => {
    const collection = new TrackCollection();
    collection.applyUa([ua(0)], START_MS + 60_000);
    expect(collection.tracks.get("op-1")).toMatchObject({ receivedAtMs: START_MS, isReplayed: false });
  });

  it("judges the age of a replayed recording by when it arrived", () => {
    const collection = new TrackCollection();
    const yearsLaterMs = START_MS + 3 * 365 * 86_400_000;
    collection.applyUa([ua(0)], yearsLaterMs);
    expect(collection.tracks.get("op-1")).toMatchObject({ receivedAtMs: yearsLaterMs, isReplayed: true });
  });

  it("still treats a recording as replayed after its operation was updated", () => {
    const collection = new TrackCollection();
    const yearsLaterMs = START_MS + 3 * 365 * 86_400_000;
    collection.applyUa([ua(0)], yearsLaterMs);
    collection.applyOperations([operation({ last_telemetry: { ua: ua(0) } })]);
    expect(collection.tracks.get("op-1")).toMatchObject({ receivedAtMs: yearsLaterMs, isReplayed: true });
  });

  it("counts a listed record that is dated ahead as received when its operation changed", () => {
    const collection = new TrackCollection();
    collection.applyOperations([operation({ last_telemetry: { ua: ua(3_600_000) } })]);
    expect(collection.tracks.get("op-1")).toMatchObject({ receivedAtMs: START_MS });
  });

  it("knows of which aircraft the newest records were listed, also after a change that comes without them", () => {
    const collection = new TrackCollection();
    collection.applyUa([ua(0)], START_MS);
    collection.applyOperations([operation({})]);
    expect(collection.hasLastTelemetry("op-1")).toBe(false);
    collection.applyOperations([operation({ last_telemetry: {} }), operation({ id: "op-2" })]);
    collection.applyOperations([operation({})]);
    expect(["op-1", "op-2", "op-3"].map((id) => collection.hasLastTelemetry(id))).toEqual([true, false, false]);
    collection.remove("op-1");
    expect(collection.hasLastTelemetry("op-1")).toBe(false);
  });

  it("is drawn again while its aircraft grow older and when the last one goes, and not while it is empty", () => {
    const collection = new TrackCollection();
    let changes = 0;
    collection.onChange(() => (changes += 1));
    collection.sweep(START_MS);
    expect(changes).toBe(0);
    collection.applyUa([ua(0)], START_MS);
    collection.sweep(START_MS + 1_000);
    expect(changes).toBe(2);
    collection.sweep(START_MS + 300_000);
    expect(collection.tracks.size).toBe(0);
    expect(changes).toBe(3);
    collection.sweep(START_MS + 301_000);
    expect(changes).toBe(3);
  });

  it("does not trust a clock that runs ahead", () => {
    const collection = new TrackCollection();
    collection.applyUa([ua(3_600_000)], START_MS);
    expect(collection.tracks.get("op-1")?.receivedAtMs).toBe(START_MS);
  });

  it("removes an aircraft five minutes after its last record", () => {
    const collection = new TrackCollection();
    collection.applyUa([ua(0)], START_MS);
    collection.sweep(START_MS + 299_999);
    expect(collection.tracks.size).toBe(1);
    collection.sweep(START_MS + 300_000);
    expect(collection.tracks.size).toBe(0);
  });

  it("shortens the trail of an aircraft that keeps flying to five minutes", () => {
    const collection = new TrackCollection();
    for (let second = 0; second <= 400; second += 10)
      collection.applyUa([ua(second * 1_000)], START_MS + second * 1_000);
    collection.sweep(START_MS + 400_000);
    expect(collection.tracks.get("op-1")?.trail.timesMs[0]).toBe(START_MS + 100_000);
  });

  it("notifies its listeners of a change until they unsubscribe", () => {
    const collection = new TrackCollection();
    let changes = 0;
    const stop = collection.onChange(() => (changes += 1));
    collection.applyUa([ua(0)], START_MS);
    stop();
    collection.applyUa([ua(1_000)], START_MS);
    expect(changes).toBe(1);
  });

  it("adds a fetched trail without moving the aircraft back", () => {
    const collection = new TrackCollection();
    collection.applyUa([ua(10_000, 51)], START_MS + 10_000);
    collection.applyTrail("op-1", [ua(2_000), ua(1_000), ua(0)]);
    expect(collection.tracks.get("op-1")?.ua?.location.latitude).toBe(51);
    expect(collection.tracks.get("op-1")?.trail.timesMs).toHaveLength(4);
  });

  it("uses the overview of a large region as a position, until a newer record comes", () => {
    const collection = new TrackCollection();
    const last = {
      operation_id: "op-1",
      timestamp: new Date(START_MS + 5_000).toISOString(),
      sensor_id: "receiver-1",
      latitude: 52,
      longitude: 13,
    };
    collection.applyOverview([last], START_MS + 6_000);
    const track = collection.tracks.get("op-1");
    expect(track).toMatchObject({ isApproximate: true, receivedAtMs: START_MS + 5_000, ua: undefined });
    expect(track?.place).toEqual({ latitude: 52, longitude: 13 });
    collection.applyUa([ua(4_000, 51)], START_MS + 6_000);
    expect(track).toMatchObject({ isApproximate: true, place: { latitude: 52 } });
    collection.applyUa([ua(6_000, 53)], START_MS + 6_000);
    expect(track).toMatchObject({ isApproximate: false, place: { latitude: 53 } });
    collection.applyOverview([last], START_MS + 7_000);
    expect(track).toMatchObject({ isApproximate: false, place: { latitude: 53 } });
  });

  it("removes an aircraft on request", () => {
    const collection = new TrackCollection();
    collection.applyUa([ua(0)], START_MS);
    let changes = 0;
    collection.onChange(() => (changes += 1));
    collection.remove("op-1");
    collection.remove("never-there");
    expect(collection.tracks.size).toBe(0);
    expect(changes).toBe(1);
  });

  it("knows sensors by their newest place, whatever is listed of the aircraft that they received before", () => {
    const collection = new TrackCollection();
    const latitude = () => collection.sensors.get("receiver-1")?.telemetry.location?.latitude;
    const place = { operation_id: "op-1", sensor_id: "receiver-1", latitude: 50, longitude: 14 };
    collection.applySensorPlaces([{ ...place, timestamp: isoAt(10_000) }], START_MS + 20_000);
    expect(latitude()).toBe(50);
    collection.applySystem([system(100_000, 51)], START_MS + 100_000);
    const before = operation({ time_updated: isoAt(40_000), last_telemetry: { system: system(40_000, 49) } });
    collection.applyOperations([operation({ time_updated: isoAt(100_000) }), before]);
    collection.applySensorPlaces([{ ...place, timestamp: isoAt(90_000) }], START_MS + 110_000);
    collection.applySystem([system(99_000, 48)], START_MS + 110_000);
    expect(latitude()).toBe(51);
  });

  it("removes a sensor half an hour after anything was received from it", () => {
    const collection = new TrackCollection();
    const places = () => collection.sensors.size;
    collection.applySystem([system(0, 50)], START_MS);
    collection.applyUa([ua(60_000)], START_MS + 60_000);
    const receiving = [{ sensor_id: "receiver-1", time_last_telemetry: isoAt(120_000) }] as Operation["suboperations"];
    collection.applyOperations([operation({ time_updated: isoAt(130_000), suboperations: receiving })]);
    collection.sweep(START_MS + 120_000 + 1_799_999);
    expect(places()).toBe(1);
    let changes = 0;
    collection.onChange(() => (changes += 1));
    collection.sweep(START_MS + 120_000 + 1_800_000);
    expect([places(), changes]).toEqual([0, 1]);
  });

  it("moves a sensor to its first place when its recording is replayed again", () => {
    const collection = new TrackCollection();
    const laterMs = START_MS + 86_400_000;
    collection.applySystem([system(0, 50), system(60_000, 51)], laterMs);
    collection.applySystem([system(0, 50)], laterMs + 60_000);
    expect(collection.sensors.get("receiver-1")?.telemetry.location?.latitude).toBe(50);
    collection.sweep(laterMs + 1_800_000);
    expect(collection.sensors.size).toBe(1);
  });
});
