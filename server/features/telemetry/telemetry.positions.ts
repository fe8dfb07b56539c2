import { HOUR_MS } from "../../kernel/clock.ts";
import type { Bbox } from "../../kernel/geo.ts";
import {
  MOTION_FIELDS,
  type OperatorPlace,
  PLACE_FIELDS,
  type PositionRequest,
  type PositionTrack,
  type ReadPositions,
  type SensorTrack,
  type UaMotion,
} from "../../kernel/positions.ts";
import type { TrackWindow } from "../../kernel/telemetry-plan.ts";
import type { LastPoint } from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../storage/sliced.ts";
import { OPERATOR_TABLE, SYSTEM_TABLE, type TrackTable, UA_TABLE } from "./telemetry.columns.ts";
import type { TelemetryDeps, Track } from "./telemetry.deps.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";
import { createTrackFinder } from "./telemetry.extents.store.ts";
import { createSensorReader } from "./telemetry.sensors.store.ts";
import { createSliceReader, windowOf } from "./telemetry.slices.ts";
import { boundedSpacing, thinBySpacing } from "./telemetry.spacing.ts";
import { collect } from "../../kernel/collect.ts";

const WORLD: Bbox = { west: -180, south: -90, east: 180, north: 90 };
/**
 * From this spacing on, looking up single records is faster than reading all of them: receivers send about one a
 * second.
 */
const SEEK_FROM_MS = 5000;

const tableOf = (table: TrackTable, fields: readonly string[]): TrackTable => ({ ...table, fields });
const MOTION_TABLE = tableOf(UA_TABLE, MOTION_FIELDS);

/** Reads the positions of all aircraft in a range of time, with the few fields that a replay shows. */
export function createPositionReader(deps: Pick<TelemetryDeps, "reader" | "tracksByNumber">): ReadPositions {
  const { reader } = deps;
  const findTracks = createTrackFinder(reader);
  const sensors = createSensorReader(reader);
  const readMotion = createSliceReader<UaMotion>(reader, MOTION_TABLE);
  const readOperator = createSliceReader<OperatorPlace>(reader, tableOf(OPERATOR_TABLE, PLACE_FIELDS));
  const readSensor = createSliceReader<NullablePlace>(
    reader,
    tableOf(SYSTEM_TABLE, ["timeMs", "latitudeE7", "longitudeE7"]),
  );
  const seekMotion = createSeek(reader);

  /** Hour by hour, so that a whole day does not block the event loop. */
  async function findTracksInside({ range, bbox, viewer, signal }: PositionRequest): Promise<readonly Track[]> {
    const found = new Set<number>();
    for (let fromMs = range.fromMs; fromMs <= range.toMs; fromMs += HOUR_MS) {
      const hour = { fromMs, toMs: Math.min(range.toMs, fromMs + HOUR_MS - 1) };
      for (const one of findTracks([UA_KIND, OPERATOR_KIND], bbox ?? WORLD, hour)) found.add(one);
      await yieldToEventLoop(signal);
    }
    const tracks = new Map<number, Track>();
    const numbers = [...found];
    for (let at = 0; at < numbers.length; at += SLICE_ROWS) {
      const some = new Set(numbers.slice(at, at + SLICE_ROWS));
      for (const track of deps.tracksByNumber(some, bbox !== null, viewer)) tracks.set(track.suboperation, track);
      await yieldToEventLoop(signal);
    }
    return [...tracks.values()];
  }

  async function readPoints(window: TrackWindow, spacingMs: number, signal: AbortSignal): Promise<readonly UaMotion[]> {
    if (spacingMs >= SEEK_FROM_MS) return seekMotion(window, spacingMs, signal);
    return thinBySpacing(await collect(readMotion(requestOf(window, signal))), spacingMs);
  }

  async function readSensors({ range, bbox, signal }: PositionRequest): Promise<readonly SensorTrack[]> {
    const wanted = [...sensors.sensorsInside(bbox ?? WORLD, range)].map((sensorId) => ({ sensorId, range }));
    const { windows, origins } = sensors.windowsOf(wanted);
    const read: SensorTrack[] = [];
    for (const window of windows) {
      const places = (await collect(readSensor(requestOf(window, signal)))).filter(isPlaced);
      read.push({ sensorId: origins.get(window.track)!.sensorId, places: changesOf(places) });
    }
    return read;
  }

  return async (request) => {
    const { range, signal } = request;
    const parts = (await findTracksInside(request)).flatMap((track) => {
      const window = windowOf(track.suboperation, { fromMs: track.firstMs, toMs: track.lastMs }, range);
      return window === undefined ? [] : [{ track, window: { ...window, records: recordsIn(track, window) } }];
    });
    const windows = parts.map(({ window }) => window);
    const spacingMs = boundedSpacing(windows, request.spacingMs, request.maxRecords);
    const tracks: PositionTrack[] = [];
    for (const { track, window } of parts) {
      const points = await readPoints(window, spacingMs, signal);
      const operator = changesOf(await collect(readOperator(requestOf(window, signal))));
      const { operationId, sensorId } = track;
      if (points.length > 0 || operator.length > 0) tracks.push({ operationId, sensorId, points, operator });
      await yieldToEventLoop(signal);
    }
    return { spacingMs, tracks, sensors: await readSensors(request) };
  };
}

type NullablePlace = {
  readonly timeMs: number;
  readonly latitudeE7: number | null;
  readonly longitudeE7: number | null;
};

function isPlaced<P extends NullablePlace>(point: P): point is P & LastPoint {
  return point.latitudeE7 !== null && point.longitudeE7 !== null;
}

/** The approximate number in the window, by its share of the time. */
function recordsIn({ firstMs, lastMs, recordCount }: Track, window: TrackWindow): number {
  const share = (window.lastMs - window.firstMs + 1) / (lastMs - firstMs + 1);
  return Math.ceil(recordCount * Math.min(1, share));
}

/** Finds one record after the other, each in one index step, without reading those between. */
function createSeek(db: ReadableDb) {
  const { findFrom } = createTrackReader<UaMotion>(db, UA_KIND, MOTION_FIELDS);
  return async ({ track, firstMs, lastMs }: TrackWindow, spacingMs: number, signal: AbortSignal) => {
    const points: UaMotion[] = [];
    for (
      let point = findFrom(track, firstMs, lastMs);
      point !== undefined;
      point = findFrom(track, point.timeMs + spacingMs, lastMs)
    ) {
      points.push(point);
      if (points.length % SLICE_ROWS === 0) await yieldToEventLoop(signal);
    }
    return points;
  };
}

function requestOf(window: TrackWindow, signal: AbortSignal) {
  return { windows: [window], descending: false, grouped: true, limit: Infinity, offset: 0, signal };
}

/** The first place, and each one that differs from the one before it. */
function changesOf<P extends LastPoint>(places: readonly P[]): readonly P[] {
  return places.filter(({ latitudeE7, longitudeE7 }, index) => {
    const before = places[index - 1];
    return before?.latitudeE7 !== latitudeE7 || before.longitudeE7 !== longitudeE7;
  });
}
