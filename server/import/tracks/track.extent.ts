import { distanceM, type Position } from "../../kernel/geo.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { TrackExtent } from "./track.shapes.ts";

/** The ellipsoid may be farther than the sphere by so much. */
const SPHERE_SHARE = 1.006;
const METRES_PER_DEGREE = 111_195.1;

/** Follows a track as it is read, so that nobody has to go through its points again. */
export function createTrackExtent(first: UaPoint, timeMs: number) {
  const start = placeOf(first);
  const alongParallel = Math.cos((start.latitude * Math.PI) / 180);
  let firstMs = timeMs;
  let lastMs = timeMs;
  let reachM = 0;
  let highestMm = -Infinity;

  return {
    note(point: UaPoint, atMs: number): void {
      firstMs = Math.min(firstMs, atMs);
      lastMs = Math.max(lastMs, atMs);
      const place = placeOf(point);
      // Along the parallel of the start and then the meridian is never shorter, and mostly not far enough to tell.
      const eastDeg = Math.abs(place.longitude - start.longitude) * alongParallel;
      const detourM = (Math.abs(place.latitude - start.latitude) + eastDeg) * METRES_PER_DEGREE;
      if (detourM > reachM) reachM = Math.max(reachM, distanceM(start, place));
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
