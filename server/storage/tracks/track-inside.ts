import type { BoxE7 } from "../../kernel/geo.ts";
import type { TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { ReadableDb } from "../database.ts";
import { createSegmentScan, type SegmentTest } from "./segment-scan.ts";
import { createConsistentRead } from "./consistent-read.ts";
import type { TrackRange } from "./track-reader.ts";
import { ROW_TABLES } from "./track-tables.ts";

/** Tells whether a point of a track in a range of time is inside a box. */
export function createInsideCheck(db: ReadableDb, kind: TrackKind): (range: TrackRange, box: BoxE7) => boolean {
  const readConsistently = createConsistentRead(db);
  const scanSegments = createSegmentScan(db, kind);
  const row = db
    .prepare<number[], number>(
      `SELECT 1 FROM ${ROW_TABLES[kind]} WHERE suboperation = ? AND time_ms BETWEEN ? AND ?
         AND longitude_e7 BETWEEN ? AND ? AND latitude_e7 BETWEEN ? AND ? LIMIT 1`,
    )
    .pluck();
  return (range, box) =>
    readConsistently(
      () =>
        row.get(range.track, range.firstMs, range.lastMs, box.west, box.east, box.south, box.north) !== undefined ||
        scanSegments(range, testOf(box)),
    );
}

function testOf({ west, east, south, north }: BoxE7): SegmentTest {
  return (segment, from, to) => {
    const { box } = segment;
    if (box.west > east || box.east < west || box.south > north || box.north < south) return false;
    const longitudes = segment.column("longitudeE7") as ArrayLike<number>;
    const latitudes = segment.column("latitudeE7") as ArrayLike<number>;
    for (let at = from; at < to; at++) {
      const longitude = longitudes[at]!;
      const latitude = latitudes[at]!;
      if (longitude >= west && longitude <= east && latitude >= south && latitude <= north) return true;
    }
    return false;
  };
}
