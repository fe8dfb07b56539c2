import { expect, it } from "vitest";
import { flightRoutes } from "../../../../../server/contracts/flights.routes.ts";
import { nextPlannedOf, plannedQuery } from "./planned-flights.ts";

const listed = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}` }));

it("the planned flights are requested with the next one first, and one more than is shown", () => {
  expect(flightRoutes.listFlights.query.parse(plannedQuery(Date.UTC(2026, 10, 20, 8)))).toMatchObject({
    status: "planned",
    ordering: [{ field: "date_planned_start", isDescending: false }],
    limit: 51,
  });
});

it.each([
  [0, 0, false],
  [50, 50, false],
  [51, 50, true],
])("of %i planned flights %i are shown, and it is known whether there are more", (count, shown, hasMore) => {
  expect(nextPlannedOf(listed(count))).toEqual({ next: listed(shown), hasMore });
});
