import { wrapDegrees } from "../../../kernel/antimeridian.ts";
import type { Bbox } from "../../../kernel/geo.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { WritableDb } from "../../../storage/database.ts";
import { CONTINUITY_MS } from "./fusion.rules.ts";

/** Without a name in common, suboperations farther apart than this are not assumed to be one aircraft; degrees. */
const NEAR_DEGREES = 0.01;
/** With more operations than this near by, nearness proves nothing. */
const MAX_NEAR = 200;

/**
 * The stored operations that were near a place in a time, by number. An unidentified suboperation may be the same
 * aircraft as anything near it; an identified one only as something unidentified.
 */
export type ListNearOperations = (bbox: Bbox, range: TimeRange, isUnidentified: boolean) => readonly number[];

export function createNearOperations(
  db: WritableDb,
  tracksInside: (bbox: Bbox, range: TimeRange) => ReadonlySet<number>,
): ListNearOperations {
  const present = db.prepare<[string], { readonly operation: number; readonly isUnidentified: number }>(
    `SELECT operation, max(identifiers = '[]') AS isUnidentified FROM suboperation
     WHERE id IN (SELECT value FROM json_each(?)) AND deleted_ms IS NULL GROUP BY operation`,
  );
  return (bbox, { fromMs, toMs }, isUnidentified) => {
    const range = { fromMs: fromMs - CONTINUITY_MS, toMs: toMs + CONTINUITY_MS };
    const near = present.all(JSON.stringify([...tracksInside(widened(bbox), range)]));
    if (near.length > MAX_NEAR) return [];
    return near.filter((one) => isUnidentified || one.isUnidentified === 1).map(({ operation }) => operation);
  };
}

function widened({ west, south, east, north }: Bbox): Bbox {
  const width = west <= east ? east - west : east - west + 360;
  const isAllAround = width + 2 * NEAR_DEGREES >= 360;
  return {
    west: isAllAround ? -180 : wrapDegrees(west - NEAR_DEGREES),
    south: Math.max(-90, south - NEAR_DEGREES),
    east: isAllAround ? 180 : wrapDegrees(east + NEAR_DEGREES),
    north: Math.min(90, north + NEAR_DEGREES),
  };
}
