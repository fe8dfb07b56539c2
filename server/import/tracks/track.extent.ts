import { distanceM, type Position } from "../../kernel/geo.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { TrackExtent } from "./track.shapes.ts";

/** The ellipsoid may be farther than the sphere by so much. */
const SPHERE_SHARE = 1.006;

/** Follows a track as it is read, so that nobody has to go through its points again. */
export function createTrackExtent(first: UaPoint, timeMs: number) {
  const start = placeOf(first);
  let firstMs = timeMs;
  let lastMs = timeMs;
  let reachM = 0;
  let highestMm = -Infinity;

  return {
    note(point: UaPoint, atMs: number): void {
      firstMs = Math.min(firstMs, atMs);
      lastMs = Math.max(lastMs, atMs);
      reachM = Math.max(reachM, distanceM(start, placeOf(point)));
      highestMm = Math.max(highestMm, heightMm(point) ?? -Infinity);
    },
    /** Time of the last point in time, not in order. */
    lastMs: () => lastMs,
    read: (): TrackExtent => ({
      firstMs,
      lastMs,
      start,
      reachM: reachM * SPHERE_SHARE,
      highestM: highestMm === -Infinity ? null : highestMm / 1000,
    }),
  };
}

function placeOf({ latitudeE7, longitudeE7 }: UaPoint): Position {
  return { latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 };
}

/** Above sea level where a log knows that, else the best it has. */
function heightMm({ altitudeMslMm, altitudeWgs84Mm, altitudeAtoMm }: UaPoint): number | null {
  return altitudeMslMm ?? altitudeWgs84Mm ?? altitudeAtoMm;
}
