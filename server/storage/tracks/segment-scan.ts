import type { TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { TrackSegment } from "../../kernel/track-segment/track-segment.ts";
import type { ReadableDb } from "../database.ts";
import { createSegmentFinder } from "./segment-finder.ts";
import type { TrackRange } from "./track-reader.ts";

/** Whether something holds for the points `from` up to and without `to` of a segment. */
export type SegmentTest = (segment: TrackSegment, from: number, to: number) => boolean;

/** Opens the segments in a range of a track until a test holds for one; together with rows only inside a transaction. */
export function createSegmentScan(db: ReadableDb, kind: TrackKind): (range: TrackRange, test: SegmentTest) => boolean {
  const segments = createSegmentFinder(db, kind);
  return ({ track, firstMs, lastMs }, test) => {
    for (
      let found = segments.findFrom(track, firstMs);
      found !== undefined && found.firstMs <= lastMs;
      found = segments.findFrom(track, found.lastMs + 1)
    ) {
      const segment = segments.open(found);
      if (test(segment, segment.lowerBound(firstMs), segment.lowerBound(lastMs + 1))) return true;
    }
    return false;
  };
}
