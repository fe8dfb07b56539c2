import { OPERATOR_KIND, UA_KIND, type TrackKind } from "../../server/kernel/track-segment/segment-columns.ts";
import { openSegment } from "../../server/kernel/track-segment/track-segment.ts";
import type { ReadableDb, WritableDb } from "../../server/storage/database.ts";
import { createTrackPacker } from "../../server/storage/tracks/track-packer.ts";

/** Packs all telemetry of a recording at once, as the background job does when every track rests. */
export function packEverything(writer: WritableDb): void {
  for (const kind of [UA_KIND, OPERATOR_KIND] as const) {
    const packer = createTrackPacker(writer, kind);
    const packOne = writer.transaction((track: number) => packer.pack(track, true));
    for (let track = packer.findTrack(-1); track !== undefined; track = packer.findTrack(track)) {
      while (packer.hasWork(track, true)) packOne(track);
    }
  }
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

/** How many points are stored of all tracks, as rows and packed. */
export function countStored(db: ReadableDb, kind: TrackKind = UA_KIND): number {
  const table = kind === UA_KIND ? "ua_track" : "operator_track";
  return db
    .prepare<[number], number>(
      `SELECT (SELECT count(*) FROM ${table}) + (SELECT coalesce(sum(point_count), 0) FROM packed_segment WHERE kind = ?)`,
    )
    .pluck()
    .get(kind)!;
}
