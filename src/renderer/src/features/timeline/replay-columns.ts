import type { Positions, TrackPositions } from "../../../../../server/contracts/timeline.ts";
import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { type LatLon, nearestX, toMercator } from "../../tracks/mercator.ts";

/** Positions of a window as they were loaded; the times in them count from `fromMs`. */
export interface LoadedPositions {
  readonly fromMs: number;
  readonly positions: Positions;
}

/** A place and the time from which it is valid, Unix milliseconds. */
export interface TimedPlace extends LatLon {
  readonly timeMs: number;
}

/** The records of one aircraft from all sensors, in time order, as parallel columns. */
export interface AircraftColumns {
  readonly operationId: string;
  readonly timesMs: Float64Array;
  /** Fractions of the Mercator world; beyond the antimeridian x continues, below 0 or above 1. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly operator: readonly (TimedPlace & { readonly sensorId: string; readonly sourceType: string })[];
  placeOf(index: number): LatLon;
  recordOf(index: number): UaTelemetry;
}

interface RecordRef {
  readonly fromMs: number;
  readonly track: TrackPositions;
  readonly at: number;
}

/** Joins windows that follow one another, by operation. */
export function joinColumns(loaded: readonly LoadedPositions[]): ReadonlyMap<string, AircraftColumns> {
  const byOperation = new Map<string, { readonly fromMs: number; readonly track: TrackPositions }[]>();
  for (const { fromMs, positions } of loaded) {
    for (const track of positions.tracks) {
      const parts = byOperation.get(track.operation_id);
      if (parts) parts.push({ fromMs, track });
      else byOperation.set(track.operation_id, [{ fromMs, track }]);
    }
  }
  return new Map([...byOperation].map(([id, parts]) => [id, columnsOf(id, parts)]));
}

/** Where each receiver was, in order of time. */
export function joinSensors(loaded: readonly LoadedPositions[]): ReadonlyMap<string, readonly TimedPlace[]> {
  const places = new Map<string, TimedPlace[]>();
  for (const { fromMs, positions } of loaded) {
    for (const { sensor_id, time, latitude, longitude } of positions.sensors) {
      const own = places.get(sensor_id) ?? [];
      own.push({ timeMs: fromMs + time, latitude, longitude });
      places.set(sensor_id, own);
    }
  }
  return places;
}

/** The index of the last time that is not after another; -1 where there is none. */
export function indexAt(timesMs: ArrayLike<number>, timeMs: number): number {
  let low = 0;
  let high = timesMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timesMs[middle] ?? Infinity) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The last place that is not after a time. */
export function placeAt<P extends TimedPlace>(places: readonly P[], timeMs: number): P | undefined {
  return places.findLast((place) => place.timeMs <= timeMs);
}

function columnsOf(
  operationId: string,
  parts: readonly { readonly fromMs: number; readonly track: TrackPositions }[],
): AircraftColumns {
  const refs = parts.flatMap(({ fromMs, track }) => track.times.map((_, at): RecordRef => ({ fromMs, track, at })));
  refs.sort((a, b) => timeOf(a) - timeOf(b));
  const xs = new Float64Array(refs.length);
  const ys = new Float64Array(refs.length);
  refs.forEach((ref, index) => {
    const { x, y } = toMercator(placeOfRef(ref));
    xs[index] = nearestX(x, index === 0 ? x : (xs[index - 1] ?? x));
    ys[index] = y;
  });
  const operator = parts.flatMap(({ fromMs, track }) =>
    track.operator.map(({ time, latitude, longitude, source_type }) => ({
      timeMs: fromMs + time,
      latitude,
      longitude,
      sensorId: track.sensor_id,
      sourceType: source_type,
    })),
  );
  return {
    operationId,
    timesMs: Float64Array.from(refs, timeOf),
    xs,
    ys,
    operator: operator.toSorted((a, b) => a.timeMs - b.timeMs),
    placeOf: (index) => placeOfRef(refs[index]!),
    recordOf: (index) => recordOf(refs[index]!),
  };
}

function timeOf({ fromMs, track, at }: RecordRef): number {
  return fromMs + (track.times[at] ?? 0);
}

function placeOfRef({ track, at }: RecordRef): LatLon {
  return { latitude: track.latitudes[at] ?? 0, longitude: track.longitudes[at] ?? 0 };
}

/** The record with the values of the columns, which have no accuracies. */
function recordOf(ref: RecordRef): UaTelemetry {
  const { track, at } = ref;
  const altitudes = Object.entries(track.altitudes).flatMap(([type, values]) => {
    const value = values?.[at] ?? null;
    return value === null ? [] : [{ type, value, accuracy: null }];
  });
  return {
    timestamp: new Date(timeOf(ref)).toISOString(),
    timestamp_accuracy: null,
    sensor_id: track.sensor_id,
    operation_id: track.operation_id,
    operational_state: track.states.findLast(({ time }) => time <= (track.times[at] ?? 0))?.state ?? "undeclared",
    location: { ...placeOfRef(ref), accuracy: null },
    altitudes,
    velocity: {
      heading: track.headings[at] ?? null,
      horizontal_speed: track.horizontal_speeds[at] ?? null,
      vertical_speed: track.vertical_speeds[at] ?? null,
      components: null,
      components_accuracy: null,
      speed_accuracy: null,
    },
    air_pressure: null,
  };
}
