import { OPERATOR_POINTS } from "../../kernel/track-segment/operator-points.ts";
import type { PointShape } from "../../kernel/track-segment/point-shape.ts";
import { COLUMNS, UA_KIND, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import { UA_POINTS } from "../../kernel/track-segment/ua-points.ts";
import type { WritableDb } from "../database.ts";
import { createSegmentFinder, type StoredSegment } from "./segment-finder.ts";
import { lastPackedOf, setLastTime } from "./last-times.ts";
import { columnOf, ROW_TABLES } from "./track-tables.ts";

export type TrackUnpacker = {
  /**
   * Call before points are written to a range of times of a track, both inclusive, inside the same transaction: what is
   * packed there becomes rows again. Returns whether anything did.
   */
  readonly unpack: (track: number, fromMs: number, toMs: number) => boolean;
  /** Makes rows of one segment; inside a transaction. */
  readonly unpackSegment: (track: number, segment: StoredSegment) => void;
};

/** Records nearly always arrive after what is packed; a track then costs one look-up in memory. */
export function createTrackUnpacker(db: WritableDb, kind: TrackKind): TrackUnpacker {
  const segments = createSegmentFinder(db, kind);
  const lastPacked = db
    .prepare<[number], number | null>(
      `SELECT max(last_ms) FROM packed_segment WHERE suboperation = ? AND kind = ${kind}`,
    )
    .pluck();
  const known = lastPackedOf(db, kind);
  const fields = COLUMNS[kind].map(({ field }) => field);
  const insert = db.prepare<[readonly unknown[]]>(
    `INSERT INTO ${ROW_TABLES[kind]} (suboperation, ${fields.map(columnOf).join(", ")})
     VALUES (${["?", ...fields.map(() => "?")].join(", ")})`,
  );
  const remove = db.prepare("DELETE FROM packed_segment WHERE id = ?");
  const shape = (kind === UA_KIND ? UA_POINTS : OPERATOR_POINTS) as PointShape<Readonly<Record<string, unknown>>>;

  function unpackSegment(track: number, segment: StoredSegment): void {
    const opened = segments.open(segment);
    remove.run(segment.id);
    for (const point of opened.readPoints(shape, 0, opened.count, track)) {
      insert.run([track, ...fields.map((field) => point[field])]);
    }
  }

  return {
    unpackSegment,
    unpack(track, fromMs, toMs) {
      let lastMs = known.get(track);
      if (lastMs === undefined) {
        lastMs = lastPacked.get(track) ?? -Infinity;
        setLastTime(known, track, lastMs);
      }
      if (fromMs > lastMs) return false;
      let isAny = false;
      for (
        let segment = segments.findFrom(track, fromMs);
        segment !== undefined && segment.firstMs <= toMs;
        segment = segments.findFrom(track, segment.lastMs + 1)
      ) {
        unpackSegment(track, segment);
        isAny = true;
      }
      return isAny;
    },
  };
}
