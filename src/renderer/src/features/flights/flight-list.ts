import type { Flight } from "../../../../../server/contracts/flights.ts";
import { fetchAllPages } from "../../api/all-pages.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";
import { type FlightFilter, filterQueryOf, type Viewer } from "./flight-query.ts";

/** Devices begin and end flights, and another window, a program or the synchronisation may change them as well. */
export const FLIGHTS_REFRESH_MS = 15_000;

/** All flights that pass a filter, whatever the page. */
export function listAllFlights(
  filter: FlightFilter,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<ApiResult<readonly Flight[]>> {
  const filterQuery = filterQueryOf(filter, viewer);
  return fetchAllPages((page) => call(routes.listFlights, { query: { ...filterQuery, ...page }, signal }));
}
