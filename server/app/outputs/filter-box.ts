import type { OutputFilter } from "../../contracts/outputs.ts";
import { type BoxE7, parseBbox, type Position, toBoxE7 } from "../../kernel/geo.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";

/** The region of a filter; `undefined` for everywhere. */
export function filterBox(filter: OutputFilter | null): BoxE7 | undefined {
  const parsed = filter?.bbox === undefined ? undefined : parseBbox(filter.bbox);
  return parsed?.kind === "bbox" ? toBoxE7(parsed.bbox) : undefined;
}

export function isInside(box: BoxE7, { latitude, longitude }: Position): boolean {
  return isInsideE7(box, { latitudeE7: Math.round(latitude * 1e7), longitudeE7: Math.round(longitude * 1e7) });
}

export function isInsideE7(
  { west, south, east, north }: BoxE7,
  { latitudeE7, longitudeE7 }: Pick<UaPoint, "latitudeE7" | "longitudeE7">,
): boolean {
  if (latitudeE7 < south || latitudeE7 > north) return false;
  return west <= east ? longitudeE7 >= west && longitudeE7 <= east : longitudeE7 >= west || longitudeE7 <= east;
}
