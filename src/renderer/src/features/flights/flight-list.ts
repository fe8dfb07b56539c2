import type { Flight } from "../../../../../server/contracts/flights.ts";
import { everyPage } from "../../api/every-page.ts";
import { type Answer, call, routes } from "../../api/station.client.ts";
import { type FlightFilter, narrowingOf, type Viewer } from "./flight-query.ts";

/** All flights that pass a filter, whatever the page. */
export function listAllFlights(
  filter: FlightFilter,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<Answer<readonly Flight[]>> {
  const narrowing = narrowingOf(filter, viewer);
  return everyPage((page) => call(routes.listFlights, { query: { ...narrowing, ...page }, signal }));
}
