import type { RouteLocationRaw } from "vue-router";
import type { LatLon } from "../../tracks/mercator.ts";

/** The zoom at which one aircraft is easy to follow. */
const REPLAY_ZOOM = 14;

/** The address of the live page with an operation at a past moment, and everything else that was in the air then. */
export function replayRoute(operationId: string, moment: string, place: LatLon | undefined): RouteLocationRaw {
  const at = place && { at: [place.latitude.toFixed(5), place.longitude.toFixed(5), REPLAY_ZOOM].join(",") };
  return { name: "live", query: { moment, aircraft: operationId, ...at } };
}
