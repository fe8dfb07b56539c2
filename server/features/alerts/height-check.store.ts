import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { createSegmentScan } from "../../storage/tracks/segment-scan.ts";
import { createConsistentRead } from "../../storage/tracks/consistent-read.ts";

/** The height of a rule, and the range of time, both ends inclusive. */
export type HeightRequest = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly reference: "ATO" | "AGL" | "MSL" | "WGS84";
  readonly mm: number;
  /** For `AGL`: no aircraft that is lower above the sea, or the ellipsoid, can be so high above any ground. */
  readonly aboveSeaMm: number;
};

/** The heights that a reference is compared with; the two above the sea are taken for each other. */
const FIELDS: Readonly<Record<HeightRequest["reference"], readonly (readonly [string, "mm" | "aboveSeaMm"])[]>> = {
  ATO: [["altitudeAtoMm", "mm"]],
  AGL: [
    ["altitudeAglMm", "mm"],
    ["altitudeMslMm", "aboveSeaMm"],
    ["altitudeWgs84Mm", "aboveSeaMm"],
  ],
  MSL: [
    ["altitudeMslMm", "mm"],
    ["altitudeWgs84Mm", "mm"],
  ],
  WGS84: [
    ["altitudeMslMm", "mm"],
    ["altitudeWgs84Mm", "mm"],
  ],
};

/** Tells whether an aircraft was above a height at some time of a range. */
export function createHeightCheck(db: ReadableDb): (suboperation: number, request: HeightRequest) => boolean {
  const readConsistently = createConsistentRead(db);
  const scanSegments = createSegmentScan(db, UA_KIND);
  const row = db.prepare<[object], number>(
    `SELECT 1 FROM ua_track WHERE suboperation = @suboperation AND time_ms BETWEEN @fromMs AND @toMs
       AND (altitude_ato_mm > @mm AND @reference = 'ATO' OR altitude_agl_mm > @mm AND @reference = 'AGL'
         OR (altitude_msl_mm > @mm OR altitude_wgs84_mm > @mm) AND @reference IN ('MSL', 'WGS84')
         OR (altitude_msl_mm > @aboveSeaMm OR altitude_wgs84_mm > @aboveSeaMm) AND @reference = 'AGL') LIMIT 1`,
  );
  return (suboperation, request) =>
    readConsistently(() => {
      if (row.get({ ...request, suboperation }) !== undefined) return true;
      const range = { track: suboperation, firstMs: request.fromMs, lastMs: request.toMs };
      return scanSegments(range, (segment, from, to) =>
        FIELDS[request.reference].some(([field, limit]) => {
          const heights = segment.column(field) as ArrayLike<number | null>;
          for (let at = from; at < to; at++) if ((heights[at] ?? -Infinity) > request[limit]) return true;
          return false;
        }),
      );
    });
}
