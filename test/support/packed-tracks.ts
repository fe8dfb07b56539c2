import { OPERATOR_POINTS } from "../../server/kernel/track-segment/operator-points.ts";
import type { PointShape } from "../../server/kernel/track-segment/point-shape.ts";
import { COLUMNS, OPERATOR_KIND, UA_KIND, type TrackKind } from "../../server/kernel/track-segment/segment-columns.ts";
import { openSegment } from "../../server/kernel/track-segment/track-segment.ts";
import { UA_POINTS } from "../../server/kernel/track-segment/ua-points.ts";
import { UA_MAP_POINTS } from "../../server/kernel/track-segment/ua-map-points.ts";
import type { ReadableDb, WritableDb } from "../../server/storage/database.ts";
import { createTrackPacker } from "../../server/storage/tracks/track-packer.ts";
import { columnOf, ROW_TABLES } from "../../server/storage/tracks/track-tables.ts";

/** Packs all telemetry of a recording at once, as the background job does when every track rests. */
export function packAllTelemetry(writer: WritableDb): void {
  for (const kind of [UA_KIND, OPERATOR_KIND] as const) {
    const packer = createTrackPacker(writer, kind);
    const packOne = writer.transaction((track: number) => packer.pack(track, true));
    for (let track = packer.findTrack(-1); track !== undefined; track = packer.findTrack(track)) {
      while (packer.hasWork(track, true)) packOne(track);
    }
  }
}

/**
 * The rows of a table of tracks as if nothing was packed, by track and time; `read` queries the recording. Throws where
 * a segment is damaged.
 */
export function listRows(
  read: <Row>(sql: string) => readonly Row[],
  kind: TrackKind = UA_KIND,
): readonly Readonly<Record<string, unknown>>[] {
  type Packed = { readonly suboperation: number; readonly bytes: Uint8Array };
  const shape = (kind === UA_KIND ? UA_POINTS : OPERATOR_POINTS) as PointShape<Readonly<Record<string, unknown>>>;
  const packed = read<Packed>(`SELECT suboperation, bytes FROM packed_segment WHERE kind = ${kind}`);
  const unpacked = packed.flatMap(({ suboperation, bytes }) => {
    const opened = openSegment(bytes);
    if (opened.kind === "damaged") throw new Error(`a segment of track ${suboperation}: ${opened.reason}`);
    return opened.segment.readPoints(shape, 0, opened.segment.count, suboperation).map((point) => ({
      suboperation,
      ...Object.fromEntries(COLUMNS[kind].map(({ field }) => [columnOf(field), point[field]])),
    }));
  });
  const rows = read<Readonly<Record<string, unknown>>>(`SELECT * FROM ${ROW_TABLES[kind]}`);
  const places = (row: Readonly<Record<string, unknown>>) =>
    [Number(row["suboperation"]), Number(row["time_ms"])] as const;
  return [...rows, ...unpacked].toSorted((a, b) => {
    const [[trackA, timeA], [trackB, timeB]] = [places(a), places(b)];
    return trackA - trackB || timeA - timeB;
  });
}

/** Capture times of a track's points in order, of rows and segments. Throws where a segment is damaged. */
export function storedTimes(db: ReadableDb, suboperation: number, kind: TrackKind = UA_KIND): readonly number[] {
  const table = kind === UA_KIND ? "ua_track" : "operator_track";
  const rows = db
    .prepare<[number], number>(`SELECT time_ms FROM ${table} WHERE suboperation = ?`)
    .pluck()
    .all(suboperation);
  const segments = db
    .prepare<[number, number], Uint8Array>("SELECT bytes FROM packed_segment WHERE suboperation = ? AND kind = ?")
    .pluck()
    .all(suboperation, kind);
  const packed = segments.flatMap((bytes) => {
    const opened = openSegment(bytes);
    if (opened.kind === "damaged") throw new Error(`a segment of track ${suboperation}: ${opened.reason}`);
    return [...opened.segment.timesMs()];
  });
  return [...rows, ...packed].toSorted((a, b) => a - b);
}

export type StoredPosition = {
  readonly suboperation: number;
  readonly timeMs: number;
  readonly latitudeE7: number;
  readonly longitudeE7: number;
};

/** The positions of all aircraft that are stored, as rows and packed. Throws where a segment is damaged. */
export function listStored(db: ReadableDb): readonly StoredPosition[] {
  const rows = db
    .prepare<[], StoredPosition>(
      `SELECT suboperation, time_ms AS timeMs, latitude_e7 AS latitudeE7, longitude_e7 AS longitudeE7 FROM ua_track`,
    )
    .all();
  const segments = db
    .prepare<[], { readonly suboperation: number; readonly bytes: Uint8Array }>(
      `SELECT suboperation, bytes FROM packed_segment WHERE kind = ${UA_KIND}`,
    )
    .all();
  const packed = segments.flatMap(({ suboperation, bytes }) => {
    const opened = openSegment(bytes);
    if (opened.kind === "damaged") throw new Error(`a segment of track ${suboperation}: ${opened.reason}`);
    const { segment } = opened;
    return segment
      .readPoints(UA_MAP_POINTS, 0, segment.count, suboperation)
      .map(({ timeMs, latitudeE7, longitudeE7 }) => ({ suboperation, timeMs, latitudeE7, longitudeE7 }));
  });
  return [...rows, ...packed];
}
