import type { Aircraft } from "../../../../server/contracts/aircraft.ts";
import { type Loaded, useLoaded } from "./loaded.use.ts";
import { call, routes } from "./station.client.ts";

const MOST = 1000;

/** The aircraft of one owner, by name, for a field that asks for one; of whoever asks when no owner is given. */
export function useAircraftChoices(ownerId: () => string | undefined): Loaded<readonly Aircraft[]> {
  return useLoaded((signal) => {
    const owner = ownerId();
    const query = { limit: MOST, ordering: "name", ...(owner === undefined ? {} : { owner }) };
    return call(routes.listAircraft, { query, signal });
  });
}
