import { distanceM } from "../../contracts/great-circle.ts";
import { type Position, positionOf } from "../../kernel/geo.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { Highest, TrackExtent } from "./track.shapes.ts";

/** The distance on the ellipsoid may exceed that on the sphere by this factor. */
const SPHERE_SHARE = 1.006;
const METRES_PER_DEGREE_E7 = 111_195.1 / 1e7;

/**
 * Computes the extent of a track while it is read, so that its points need not be read again. Called for every point of
 * a log: nothing is allocated, and the numbers are fields of an object, because V8 allocates each number written to a
 * variable of a closure.
 */
export function createTrackExtent(first: UaPoint, timeMs: number) {
  const start = positionOf(first);
  const alongParallel = Math.cos((start.latitude * Math.PI) / 180);
  const span = { firstMs: timeMs, lastMs: timeMs, reachM: 0 };
  const highestMm = { msl: -Infinity, wgs84: -Infinity, ato: -Infinity };
  let highest = first;

  return {
    note(point: UaPoint, atMs: number): void {
      if (atMs < span.firstMs) span.firstMs = atMs;
      if (atMs > span.lastMs) span.lastMs = atMs;
      // The way along the parallel of the start and then the meridian is never shorter, and usually not far enough to
      // matter.
      const eastE7 = Math.abs(point.longitudeE7 - first.longitudeE7) * alongParallel;
      const detourM = (Math.abs(point.latitudeE7 - first.latitudeE7) + eastE7) * METRES_PER_DEGREE_E7;
      if (detourM > span.reachM) span.reachM = Math.max(span.reachM, distanceM(start, positionOf(point)));
      const { altitudeMslMm, altitudeWgs84Mm, altitudeAtoMm } = point;
      if (altitudeMslMm !== null && altitudeMslMm > highestMm.msl) highestMm.msl = altitudeMslMm;
      if (altitudeAtoMm !== null && altitudeAtoMm > highestMm.ato) highestMm.ato = altitudeAtoMm;
      if (altitudeWgs84Mm !== null && altitudeWgs84Mm > highestMm.wgs84) {
        highestMm.wgs84 = altitudeWgs84Mm;
        highest = point;
      }
    },
    /** Time of the last point in time, not in order. */
    lastMs: () => span.lastMs,
    read: (): TrackExtent => ({
      firstMs: span.firstMs,
      lastMs: span.lastMs,
      start,
      reachM: span.reachM * SPHERE_SHARE,
      highest: highestOf(highestMm, positionOf(highest)),
    }),
  };
}

/** The references are never mixed: they are tens of metres apart. */
function highestOf(mm: Readonly<Record<"msl" | "wgs84" | "ato", number>>, place: Position): Highest {
  const metres = (value: number) => (value === -Infinity ? null : value / 1000);
  const wgs84M = metres(mm.wgs84);
  return { mslM: metres(mm.msl), wgs84: wgs84M === null ? null : { heightM: wgs84M, place }, atoM: metres(mm.ato) };
}
