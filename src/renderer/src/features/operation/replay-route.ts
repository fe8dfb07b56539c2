import type { RouteLocationRaw } from "vue-router";
import type { LatLon } from "../../tracks/mercator.ts";

/** Near enough to follow one aircraft. */
const REPLAY_ZOOM = 14;

/** An operation at a past moment, on the live page, which shows everything that was in the air then. */
export function replayRoute(operationId: string, moment: string, place: LatLon | undefined): RouteLocationRaw {
  const at = place && { at: [place.latitude.toFixed(5), place.longitude.toFixed(5), REPLAY_ZOOM].join(",") };
  return { name: "live", query: { moment, aircraft: operationId, ...at } };
}
