import { TRACK_GAP_MS } from "../contracts/telemetry.ts";
import { crossingOf } from "../kernel/antimeridian.ts";
import type { OnTrack, UaOnMap } from "../kernel/telemetry.ts";

const HALF_TURN_E7 = 1_800_000_000;

/** A position on the line of a track; the height is that above the ellipsoid, `null` where it is not known. */
export type Corner = { readonly longitudeE7: number; readonly latitudeE7: number; readonly heightMm: number | null };

/** Whether a line is drawn from one point to the next. */
export function continuesLine(last: OnTrack<UaOnMap> | undefined, next: OnTrack<UaOnMap>): boolean {
  return last?.track === next.track && next.timeMs - last.timeMs <= TRACK_GAP_MS;
}

export function cornerOf({ longitudeE7, latitudeE7, altitudeWgs84Mm }: UaOnMap): Corner {
  return { longitudeE7, latitudeE7, heightMm: altitudeWgs84Mm };
}

/**
 * The two points at which a line is cut that crosses the antimeridian: its end on this side, and its beginning on the
 * other.
 */
export function cutAtAntimeridian(from: UaOnMap, to: UaOnMap): readonly [Corner, Corner] | undefined {
  const crossing = crossingOf(from.longitudeE7, to.longitudeE7, HALF_TURN_E7);
  if (crossing === undefined) return undefined;
  const along = (a: number, b: number) => Math.round(a + crossing.fraction * (b - a));
  const [a, b] = [from.altitudeWgs84Mm, to.altitudeWgs84Mm];
  const meeting = {
    latitudeE7: along(from.latitudeE7, to.latitudeE7),
    heightMm: a === null || b === null ? null : along(a, b),
  };
  return [
    { ...meeting, longitudeE7: crossing.from },
    { ...meeting, longitudeE7: crossing.to },
  ];
}
