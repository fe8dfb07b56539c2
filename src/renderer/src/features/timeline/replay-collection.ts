import { IN_PROGRESS_MS, type Operation } from "../../../../../server/contracts/operations.ts";
import type { OperatorTelemetry, UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { GONE_AFTER_MS } from "../../tracks/age.ts";
import { toMercator } from "../../tracks/mercator.ts";
import type { SensorMark } from "../../tracks/sensor-collection.ts";
import type { Track } from "../../tracks/track-collection.ts";
import type { TrackReader } from "../../tracks/track-source.ts";
import type { Trail } from "../../tracks/trail.ts";
import { type AircraftColumns, indexAt, placeAt, type TimedPlace } from "./replay-columns.ts";

/** The data from which a past time is shown. */
export interface ReplayData {
  readonly columns: ReadonlyMap<string, AircraftColumns>;
  readonly sensors: ReadonlyMap<string, readonly TimedPlace[]>;
  /** True where only a position a minute was loaded, while the person drags. */
  readonly isApproximate: boolean;
}

export const NO_DATA: ReplayData = { columns: new Map(), sensors: new Map(), isApproximate: false };

type OperatorPlace = AircraftColumns["operator"][number];

/** A track, and the data from which it was made. */
interface KnownTrack {
  readonly index: number;
  readonly status: "current" | "past";
  readonly operatorPlace: OperatorPlace | undefined;
  readonly track: Track;
}

const NO_TRAIL: Trail = { timesMs: [], xs: [], ys: [] };

/**
 * All aircraft at one moment: each at its last reported position, as old as it was then, and gone after five minutes.
 * Nothing is interpolated, and nothing later than the moment is in it.
 */
export class ReplayCollection implements TrackReader {
  readonly #tracks = new Map<string, Track>();
  readonly #sensors = new Map<string, SensorMark>();
  readonly #listeners = new Set<() => void>();
  readonly #operations = new Map<string, Operation>();
  readonly #projected = new Map<string, Operation>();
  /** The tracks that were made last: most do not change from one frame to the next. */
  readonly #known = new Map<string, KnownTrack>();
  readonly #removed = new Set<string>();
  /** Records with all fields, for the aircraft that was chosen. */
  #exact: ReadonlyMap<string, UaTelemetry> = new Map();
  #data: ReplayData = NO_DATA;
  #momentMs = 0;

  get tracks(): ReadonlyMap<string, Track> {
    return this.#tracks;
  }

  get sensors(): ReadonlyMap<string, SensorMark> {
    return this.#sensors;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  hasOperation(id: string): boolean {
    return this.#operations.has(id);
  }

  /** Sets the data for the next moments. */
  setData(data: ReplayData): void {
    this.#data = data;
    this.#known.clear();
  }

  moveTo(momentMs: number): void {
    this.#momentMs = momentMs;
    this.#update();
  }

  applyOperations(operations: readonly Operation[]): void {
    for (const operation of operations) {
      this.#operations.set(operation.id, operation);
      this.#removed.delete(operation.id);
      this.#projected.delete(operation.id);
      this.#known.delete(operation.id);
    }
    if (operations.length > 0) this.#update();
  }

  /** Removes operations that were deleted or merged into another one. */
  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#operations.delete(id);
      this.#removed.add(id);
    }
    if (ids.length > 0) this.#update();
  }

  /** Replaces the records with all fields that are known. */
  applyExact(records: readonly UaTelemetry[]): void {
    this.#exact = new Map(records.map((record) => [keyOf(record), record]));
    this.#known.clear();
    this.#update();
  }

  #update(): void {
    const { columns, sensors } = this.#data;
    this.#tracks.clear();
    for (const one of columns.values()) {
      const track = this.#trackOf(one);
      if (track) this.#tracks.set(track.id, track);
    }
    this.#sensors.clear();
    for (const [id, places] of sensors) {
      const place = placeAt(places, this.#momentMs);
      if (!place) continue;
      const { latitude, longitude } = place;
      const telemetry = { location: { latitude, longitude, accuracy: null } };
      this.#sensors.set(id, { telemetry, position: toMercator(place) });
    }
    for (const listener of this.#listeners) listener();
  }

  #trackOf(columns: AircraftColumns): Track | undefined {
    const { operationId: id, timesMs, operator } = columns;
    const index = indexAt(timesMs, this.#momentMs);
    const timeMs = timesMs[index];
    if (timeMs === undefined || this.#removed.has(id)) return undefined;
    const ageMs = this.#momentMs - timeMs;
    if (ageMs >= GONE_AFTER_MS) return undefined;
    const status = ageMs < IN_PROGRESS_MS ? "current" : "past";
    const operatorPlace = placeAt(operator, this.#momentMs);
    const known = this.#known.get(id);
    if (known?.index === index && known.status === status && known.operatorPlace === operatorPlace) return known.track;
    const track = this.#newTrack(columns, { index, status, operatorPlace });
    this.#known.set(id, { index, status, operatorPlace, track });
    return track;
  }

  #newTrack(columns: AircraftColumns, { index, status, operatorPlace }: Omit<KnownTrack, "track">): Track {
    const { operationId: id, timesMs } = columns;
    const { isApproximate } = this.#data;
    const operator = operatorPlace && operatorOf(id, operatorPlace);
    const record = columns.recordOf(index);
    return {
      id,
      operation: this.#operationOf(id, status),
      ua: this.#exact.get(keyOf(record)) ?? record,
      operator,
      place: columns.placeOf(index),
      position: toMercator(columns.placeOf(index)),
      isApproximate,
      operatorPosition: operator && toMercator(operator.location),
      trail: isApproximate ? NO_TRAIL : trailOf(columns, index),
      receivedAtMs: timesMs[index] ?? 0,
      isReplayed: false,
    };
  }

  /** The operation at the moment: its status is determined from the records that had been received until then. */
  #operationOf(id: string, status: KnownTrack["status"]): Operation | undefined {
    const operation = this.#operations.get(id);
    if (!operation) return undefined;
    const known = this.#projected.get(id);
    if (known?.status === status) return known;
    const projected = { ...operation, status };
    this.#projected.set(id, projected);
    return projected;
  }
}

function operatorOf(operationId: string, place: OperatorPlace): OperatorTelemetry {
  const { timeMs, sensorId, latitude, longitude, sourceType } = place;
  return {
    timestamp: new Date(timeMs).toISOString(),
    timestamp_accuracy: null,
    sensor_id: sensorId,
    operation_id: operationId,
    location: { latitude, longitude, accuracy: null },
    altitude: null,
    source_type: sourceType,
  };
}

function trailOf({ timesMs, xs, ys }: AircraftColumns, index: number): Trail {
  const first = indexAt(timesMs, (timesMs[index] ?? 0) - GONE_AFTER_MS) + 1;
  return {
    timesMs: timesMs.subarray(first, index + 1),
    xs: xs.subarray(first, index + 1),
    ys: ys.subarray(first, index + 1),
  };
}

function keyOf({ operation_id, sensor_id, timestamp }: UaTelemetry): string {
  return `${operation_id} ${sensor_id} ${timestamp}`;
}
