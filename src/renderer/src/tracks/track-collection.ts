import type { Operation } from "../../../../server/contracts/operations.ts";
import type {
  LastTelemetry,
  OperatorTelemetry,
  SystemTelemetry,
  UaTelemetry,
} from "../../../../server/contracts/telemetry.ts";
import { GONE_AFTER_MS } from "./age.ts";
import { type LatLon, type MercatorPoint, toMercator } from "./mercator.ts";
import { type Reception, SensorCollection, type SensorMark } from "./sensor-collection.ts";
import { GrowingTrail, type Trail } from "./trail.ts";

/** One aircraft as the console knows it. Only its collection changes it, in place. */
export interface Track {
  readonly id: string;
  readonly operation: Operation | undefined;
  readonly ua: UaTelemetry | undefined;
  readonly operator: OperatorTelemetry | undefined;
  /** Its last known position in degrees; `position` is the same on the map. */
  readonly place: LatLon | undefined;
  readonly position: MercatorPoint | undefined;
  /** True if the position is from the overview of a large region: newer than `ua`, without height, speed, heading. */
  readonly isApproximate: boolean;
  readonly operatorPosition: MercatorPoint | undefined;
  readonly trail: Trail;
  /** On the station's clock. For a replayed recording: when the record arrived, not when it was captured. */
  readonly receivedAtMs: number;
  /** True when its records are far older than their arrival: a recording is being replayed. */
  readonly isReplayed: boolean;
}

interface OpenTrack {
  id: string;
  operation: Operation | undefined;
  ua: UaTelemetry | undefined;
  operator: OperatorTelemetry | undefined;
  place: LatLon | undefined;
  /** When `ua` was observed; -Infinity without one. */
  uaAtMs: number;
  /** When it was observed at `place`. */
  positionAtMs: number;
  position: MercatorPoint | undefined;
  isApproximate: boolean;
  operatorPosition: MercatorPoint | undefined;
  trail: GrowingTrail;
  receivedAtMs: number;
  isReplayed: boolean;
  hasLastTelemetry: boolean;
}

export interface TrackCollectionLimits {
  readonly maxTrailPoints: number;
  /** Zero keeps every record, for a recording; live trails are thinned. */
  readonly trailSpacingMs?: number;
}

const LIVE_LIMITS: TrackCollectionLimits = { maxTrailPoints: 600 };

/**
 * All aircraft, outside of Vue's reactivity: thousands of records a second change it in place,
 * and they are drawn at most once per animation frame. Times are milliseconds on the station's clock.
 */
export class TrackCollection {
  readonly #tracks = new Map<string, OpenTrack>();
  readonly #sensors = new SensorCollection();
  readonly #listeners = new Set<() => void>();
  readonly #limits: TrackCollectionLimits;

  constructor(limits: TrackCollectionLimits = LIVE_LIMITS) {
    this.#limits = limits;
  }

  get tracks(): ReadonlyMap<string, Track> {
    return this.#tracks;
  }

  get sensors(): ReadonlyMap<string, SensorMark> {
    return this.#sensors.marks;
  }

  /** Whether it was listed with its newest record of each kind: a missing kind had not been received until then. */
  hasLastTelemetry(id: string): boolean {
    return this.#tracks.get(id)?.hasLastTelemetry ?? false;
  }

  /** Calls back after every change; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `arrivedAtMs`: when the records reached this console. Late data is old data, unless a recording is replayed. */
  applyUa(records: readonly UaTelemetry[], arrivedAtMs: number): void {
    for (const record of records) {
      const track = this.#open(record.operation_id);
      const observedAtMs = Date.parse(record.timestamp);
      const { receivedAtMs, isReplayed } = arrivalOf(observedAtMs, arrivedAtMs);
      track.receivedAtMs = Math.max(track.receivedAtMs, receivedAtMs);
      track.isReplayed = isReplayed;
      this.#sensors.noteReceiving(record.sensor_id, receivedAtMs);
      applyPosition(track, record, observedAtMs);
    }
    this.#changed(records.length);
  }

  applyOperator(records: readonly OperatorTelemetry[]): void {
    for (const record of records) {
      const track = this.#open(record.operation_id);
      if (track.operator && track.operator.timestamp > record.timestamp) continue;
      track.operator = record;
      track.operatorPosition = toMercator(record.location);
    }
    this.#changed(records.length);
  }

  /** Applies the last known positions of sensors; newer records stay. */
  applySensorPlaces(records: readonly LastTelemetry[], arrivedAtMs: number): void {
    for (const { sensor_id: id, timestamp, latitude, longitude } of records) {
      this.#sensors.apply(id, { latitude, longitude, accuracy: null }, listedAt(timestamp, arrivedAtMs));
    }
    this.#changed(records.length);
  }

  applySystem(records: readonly SystemTelemetry[], arrivedAtMs: number): void {
    for (const record of records) {
      if (record.location)
        this.#sensors.apply(record.sensor_id, record.location, arrivalOf(Date.parse(record.timestamp), arrivedAtMs));
    }
    this.#changed(records.length);
  }

  /** Applies the operation list with its last telemetry, which counts as received when it was observed. */
  applyOperations(operations: readonly Operation[]): void {
    for (const operation of operations) {
      const track = this.#open(operation.id);
      track.operation = operation;
      const updatedAtMs = Date.parse(operation.time_updated);
      const last = operation.last_telemetry;
      if (last) track.hasLastTelemetry = true;
      if (last?.ua) {
        applyPosition(track, last.ua, Date.parse(last.ua.timestamp));
        track.receivedAtMs = Math.max(track.receivedAtMs, listedAt(last.ua.timestamp, updatedAtMs).receivedAtMs);
      }
      if (last?.operator) this.applyOperator([last.operator]);
      if (last?.system) this.#applyListedSystem(last.system, updatedAtMs);
      for (const { sensor_id: id, time_last_telemetry: lastAt } of operation.suboperations) {
        this.#sensors.noteReceiving(id, listedAt(lastAt, updatedAtMs).receivedAtMs);
      }
    }
    this.#changed(operations.length);
  }

  /** Applies the overview of a large region: the last position of every aircraft, and nothing else. */
  applyOverview(records: readonly LastTelemetry[], arrivedAtMs: number): void {
    for (const { operation_id, timestamp, latitude, longitude } of records) {
      const track = this.#open(operation_id);
      const observedAtMs = Date.parse(timestamp);
      if (observedAtMs <= track.positionAtMs) continue;
      track.receivedAtMs = Math.max(track.receivedAtMs, Math.min(observedAtMs, arrivedAtMs));
      track.positionAtMs = observedAtMs;
      track.place = { latitude, longitude };
      track.position = toMercator(track.place);
      track.isApproximate = true;
    }
    this.#changed(records.length);
  }

  /** Removes an operation that was deleted or merged into another one. */
  remove(id: string): void {
    this.#changed(this.#tracks.delete(id) ? 1 : 0);
  }

  /** Adds recorded points to a trail; the newest record stays. */
  applyTrail(operationId: string, records: readonly UaTelemetry[]): void {
    const track = this.#tracks.get(operationId);
    if (!track) return;
    for (const record of records) addToTrail(track, record, Date.parse(record.timestamp));
    this.#changed(records.length);
  }

  /** Removes aircraft that were not received for five minutes, and trail points older than that. */
  sweep(nowMs: number): void {
    // The remaining aircraft age visibly, so they are drawn again; without aircraft there is nothing to draw.
    const count = this.#tracks.size;
    for (const track of this.#tracks.values()) {
      if (nowMs - track.receivedAtMs >= GONE_AFTER_MS) this.#tracks.delete(track.id);
      else if (track.ua) track.trail.trimBefore(track.uaAtMs - GONE_AFTER_MS);
    }
    this.#changed(count + this.#sensors.sweep(nowMs));
  }

  clear(): void {
    this.#tracks.clear();
    this.#sensors.clear();
    this.#changed(1);
  }

  #applyListedSystem({ sensor_id: id, location, timestamp }: SystemTelemetry, knownAtMs: number): void {
    if (location) this.#sensors.apply(id, location, listedAt(timestamp, knownAtMs));
  }

  #open(id: string): OpenTrack {
    const known = this.#tracks.get(id);
    if (known) return known;
    const track: OpenTrack = {
      id,
      operation: undefined,
      ua: undefined,
      operator: undefined,
      place: undefined,
      uaAtMs: -Infinity,
      positionAtMs: -Infinity,
      position: undefined,
      isApproximate: false,
      operatorPosition: undefined,
      trail: new GrowingTrail({
        maxPoints: this.#limits.maxTrailPoints,
        ...(this.#limits.trailSpacingMs === undefined ? {} : { spacingMs: this.#limits.trailSpacingMs }),
      }),
      receivedAtMs: -Infinity,
      isReplayed: false,
      hasLastTelemetry: false,
    };
    this.#tracks.set(id, track);
    return track;
  }

  #changed(count: number): void {
    if (count === 0) return;
    for (const listener of this.#listeners) listener();
  }
}

/** The newest record sets the position; an older one only adds to the trail. `atMs`: its time, which was parsed once. */
function applyPosition(track: OpenTrack, record: UaTelemetry, atMs: number): void {
  addToTrail(track, record, atMs);
  if (track.ua && track.ua.timestamp > record.timestamp) return;
  track.ua = record;
  track.uaAtMs = atMs;
  if (atMs < track.positionAtMs) return;
  track.positionAtMs = atMs;
  track.place = record.location;
  track.position = toMercator(record.location);
  track.isApproximate = false;
}

function addToTrail(track: OpenTrack, { location }: UaTelemetry, timeMs: number): void {
  track.trail.add({ latitude: location.latitude, longitude: location.longitude, timeMs });
}

/** The time at which a live record counts as received. Late data is old data, unless a recording is replayed. */
function arrivalOf(recordAtMs: number, arrivedAtMs: number): Reception {
  const observedAtMs = Math.min(recordAtMs, arrivedAtMs);
  // A replay keeps its capture times (hardware bug 6), so their age says nothing about what is received now.
  const isReplayed = arrivedAtMs - observedAtMs >= GONE_AFTER_MS;
  return { observedAtMs, receivedAtMs: isReplayed ? arrivedAtMs : observedAtMs, isReplayed };
}

/** A listed record is as old as its time; if that is in the future, it was received at `knownAtMs`. */
function listedAt(timestamp: string, knownAtMs: number): Reception {
  const observedAtMs = Math.min(Date.parse(timestamp), knownAtMs);
  return { observedAtMs, receivedAtMs: observedAtMs, isReplayed: false };
}
