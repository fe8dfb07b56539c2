import type { Aircraft } from "../../../../server/contracts/aircraft.ts";
import { type Loaded, useLoaded } from "./loaded.use.ts";
import { call, routes } from "./station.client.ts";

const MAX_CHOICES = 1000;

/** The aircraft of one owner, by name, for a choice field; the caller's own when no owner is given. */
export function useAircraftChoices(ownerId: () => string | undefined): Loaded<readonly Aircraft[]> {
  return useLoaded((signal) => {
    const owner = ownerId();
    const query = { limit: MAX_CHOICES, ordering: "name", ...(owner === undefined ? {} : { owner }) };
    return call(routes.listAircraft, { query, signal });
  });
}
