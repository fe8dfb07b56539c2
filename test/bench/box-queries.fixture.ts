import { HOUR_MS, isoFromMs } from "../../server/kernel/clock.ts";
import { type Bbox, formatBbox } from "../../server/kernel/geo.ts";
import type { TimeRange } from "../../server/kernel/time-range.ts";
import { FIRST_MS, type Flights, pointOf } from "./flights.fixture.ts";

/** A region and a window of time. */
export type BoxQuery = { readonly bbox: Bbox; readonly range: TimeRange };

const KM_PER_DEGREE = 111.2;

/** A box around a point of one of the first `tracks` flights, so that the query finds something. */
export function boxQueryAt(
  at: number,
  asked: { readonly areaKm2: number; readonly windowMs?: number; readonly tracks?: number },
  flights: Flights,
): BoxQuery {
  const { areaKm2, windowMs = 6 * HOUR_MS, tracks = flights.tracks } = asked;
  const track = 1 + ((at * 7919) % tracks);
  const middle = pointOf(track, (at * 104_729) % flights.pointsOfTrack, flights);
  const [latitude, longitude] = [middle.latitudeE7 / 1e7, middle.longitudeE7 / 1e7];
  const halfLatitude = Math.sqrt(areaKm2) / 2 / KM_PER_DEGREE;
  const halfLongitude = halfLatitude / Math.cos((latitude * Math.PI) / 180);
  const fromMs = Math.max(FIRST_MS, middle.timeMs - windowMs / 2);
  return {
    bbox: {
      west: longitude - halfLongitude,
      south: latitude - halfLatitude,
      east: longitude + halfLongitude,
      north: latitude + halfLatitude,
    },
    range: { fromMs, toMs: fromMs + windowMs },
  };
}

/** The same as query parameters of a list. */
export function queryParametersOf({ bbox, range }: BoxQuery): Record<string, string> {
  return { bbox: formatBbox(bbox), from: isoFromMs(range.fromMs), to: isoFromMs(range.toMs) };
}
