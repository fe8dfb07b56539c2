import type { Flight } from "../../../../../server/contracts/flights.ts";

/** Each needs a separate request for its region. */
const MAX_PLANNED = 50;

/** The planned flights whose window is not over, the next one first; one more than is shown, to know of others. */
export function plannedQuery(nowMs: number) {
  return {
    status: "planned",
    date_from: new Date(nowMs).toISOString(),
    ordering: "date_planned_start",
    limit: MAX_PLANNED + 1,
  } as const;
}

/** What is shown of a list that was requested so, and whether there is more. */
export function nextPlannedOf<F extends Pick<Flight, "id">>(listed: readonly F[]) {
  return { next: listed.slice(0, MAX_PLANNED), hasMore: listed.length > MAX_PLANNED };
}
