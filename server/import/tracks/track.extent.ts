import { distanceM, type Position } from "../../kernel/geo.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { Highest, TrackExtent } from "./track.shapes.ts";

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
  const highestMm = { msl: -Infinity, wgs84: -Infinity, ato: -Infinity };
  let highestPlace = start;

  return {
    note(point: UaPoint, atMs: number): void {
      firstMs = Math.min(firstMs, atMs);
      lastMs = Math.max(lastMs, atMs);
      const place = placeOf(point);
      // Along the parallel of the start and then the meridian is never shorter, and mostly not far enough to tell.
      const eastDeg = Math.abs(place.longitude - start.longitude) * alongParallel;
      const detourM = (Math.abs(place.latitude - start.latitude) + eastDeg) * METRES_PER_DEGREE;
      if (detourM > reachM) reachM = Math.max(reachM, distanceM(start, place));
      highestMm.msl = Math.max(highestMm.msl, point.altitudeMslMm ?? -Infinity);
      highestMm.ato = Math.max(highestMm.ato, point.altitudeAtoMm ?? -Infinity);
      if ((point.altitudeWgs84Mm ?? -Infinity) > highestMm.wgs84) {
        highestMm.wgs84 = point.altitudeWgs84Mm!;
        highestPlace = place;
      }
    },
    /** Time of the last point in time, not in order. */
    lastMs: () => lastMs,
    read: (): TrackExtent => ({
      firstMs,
      lastMs,
      start,
      reachM: reachM * SPHERE_SHARE,
      highest: highestOf(highestMm, highestPlace),
    }),
  };
}

function placeOf({ latitudeE7, longitudeE7 }: UaPoint): Position {
  return { latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 };
}

/** The references are never mixed: they are tens of metres apart. */
function highestOf(mm: Readonly<Record<"msl" | "wgs84" | "ato", number>>, place: Position): Highest {
  const metres = (value: number) => (value === -Infinity ? null : value / 1000);
  const wgs84M = metres(mm.wgs84);
  return { mslM: metres(mm.msl), wgs84: wgs84M === null ? null : { heightM: wgs84M, place }, atoM: metres(mm.ato) };
}
