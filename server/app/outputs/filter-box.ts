import type { OutputFilter } from "../../contracts/outputs.ts";
import { type BoxE7, isInsideE7, parseBbox, type Position, toBoxE7 } from "../../kernel/geo.ts";

/** The region of a filter; `undefined` for everywhere. */
export function filterBox(filter: OutputFilter | null): BoxE7 | undefined {
  const parsed = filter?.bbox === undefined ? undefined : parseBbox(filter.bbox);
  return parsed?.kind === "bbox" ? toBoxE7(parsed.bbox) : undefined;
}

export function isInside(box: BoxE7, { latitude, longitude }: Position): boolean {
  return isInsideE7(box, { latitudeE7: Math.round(latitude * 1e7), longitudeE7: Math.round(longitude * 1e7) });
}
