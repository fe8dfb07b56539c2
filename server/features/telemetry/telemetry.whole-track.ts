import { MAX_TIME_MS, MIN_TIME_MS } from "../../kernel/clock.ts";
import type { TelemetryStream } from "../../kernel/handler.ts";
import type { OnTrack, OperatorPoint, TrackOrigin, UaOnMap, UaPoint } from "../../kernel/telemetry.ts";
import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { UaPlace } from "../../kernel/track-segment/ua-place-points.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { createTrackCounter } from "../../storage/tracks/track-counts.ts";
import { OPERATOR_TABLE, UA_MAP_TABLE, UA_PLACE_TABLE, UA_TABLE } from "./telemetry.columns.ts";
import { onPage } from "./telemetry.expected.ts";
import { createTelemetryReader } from "./telemetry.reader.ts";
import type { SliceRequest } from "./telemetry.slices.ts";
import { createSliceReader } from "./telemetry.slices.ts";

type Window = {
  readonly limit: number;
  readonly offset: number;
  readonly isDescending: boolean;
  /** Only points between these times, both inclusive, Unix milliseconds. */
  readonly firstMs?: number;
  readonly lastMs?: number;
};

type WholeTrack = {
  readonly suboperation: number;
  readonly origin: TrackOrigin;
  /** The number of its points. */
  readonly total: number;
};

/** Reads a whole track with all stored fields. */
export type WholeTrackReader = {
  readonly read: (
    suboperation: number,
    window: Window,
    signal: AbortSignal,
  ) => AsyncIterable<readonly OnTrack<UaPoint>[]>;
  /** The operator's positions, the same way. */
  readonly readOperator: (
    suboperation: number,
    window: Window,
    signal: AbortSignal,
  ) => AsyncIterable<readonly OnTrack<OperatorPoint>[]>;
  /** Number of points until a time, which is included. */
  readonly countUntil: (suboperation: number, untilMs: number) => number;
  /** The fields of the map formats, track after track. */
  readonly readOnMap: (
    suboperations: readonly number[],
    signal: AbortSignal,
  ) => AsyncIterable<readonly OnTrack<UaOnMap>[]>;
  /** Only its positions, and more of them at a time. */
  readonly readPlaces: (suboperation: number, signal: AbortSignal) => AsyncIterable<readonly UaPlace[]>;
  /** For a map format; without a track, an empty document. */
  readonly stream: (
    track: WholeTrack | undefined,
    window: Window,
    signal: AbortSignal,
  ) => Extract<TelemetryStream, { readonly record: "ua" }>;
};

function requestOf(
  track: number,
  { limit, offset, isDescending, ...times }: Window,
  signal: AbortSignal,
): SliceRequest {
  const windows = [{ track, ...EVERYTHING, ...times }];
  return { windows, descending: isDescending, grouped: false, limit, offset, signal };
}

const EVERY_POINT = { limit: Infinity, offset: 0, isDescending: false };
/** Four segments with one statement, in half a millisecond. */
const PLACES_PER_READ = 1024;
const EVERYTHING = { firstMs: MIN_TIME_MS, lastMs: MAX_TIME_MS };

export function createWholeTrackReader(db: ReadableDb): WholeTrackReader {
  const readPoints = createSliceReader<UaPoint>(db, UA_TABLE);
  const readPointsOnMap = createSliceReader<UaOnMap>(db, UA_MAP_TABLE);
  const readPlaces = createSliceReader<UaPlace>(db, UA_PLACE_TABLE, PLACES_PER_READ);
  const readOperatorPoints = createSliceReader<OperatorPoint>(db, OPERATOR_TABLE);
  const readPlan = createTelemetryReader(db);
  return {
    countUntil: createTrackCounter(db, UA_KIND),
    read: (suboperation, window, signal) => readPoints(requestOf(suboperation, window, signal)),
    readOperator: (suboperation, window, signal) => readOperatorPoints(requestOf(suboperation, window, signal)),
    readOnMap: (suboperations, signal) =>
      readPointsOnMap({
        windows: suboperations.map((track) => ({ track, ...EVERYTHING })),
        descending: false,
        grouped: true,
        limit: Infinity,
        offset: 0,
        signal,
      }),
    readPlaces: (suboperation, signal) => readPlaces(requestOf(suboperation, EVERY_POINT, signal)),
    stream(track, { limit, offset, isDescending }, signal) {
      const total = track?.total ?? 0;
      const plan = {
        record: "ua",
        windows: track === undefined ? [] : [{ track: track.suboperation, ...EVERYTHING }],
        origins: new Map(track === undefined ? [] : [[track.suboperation, track.origin]]),
        isForMap: true,
        isDescending,
        limit,
        offset,
        expected: { records: onPage(total, { limit, offset }), total },
      } as const;
      return readPlan(plan, signal) as Extract<TelemetryStream, { readonly record: "ua" }>;
    },
  };
}
