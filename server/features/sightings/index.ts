import type { sightingRoutes } from "../../contracts/sightings.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { SightingsDeps } from "./sightings.deps.ts";
import { createSightingsHandlers } from "./sightings.handlers.ts";
import { createOutgoingSightings, type OutgoingSightings } from "./sightings.outgoing.ts";
import { createSightingsService } from "./sightings.service.ts";
import { getStationId } from "./sightings.store.ts";

export type { ReceivedSightings, SightingsDeps } from "./sightings.deps.ts";
export type { OutgoingSightings } from "./sightings.outgoing.ts";

export type SightingsFeature = {
  readonly handlers: Handlers<typeof sightingRoutes>;
  readonly outgoing: OutgoingSightings;
};

/** Received telemetry between stations: what others send, and what is sent to them. */
export function createSightings(deps: SightingsDeps): SightingsFeature {
  let known: string | undefined;
  const stationId = () => (known ??= getStationId(deps.db, deps.ids));
  const service = createSightingsService(deps, stationId);
  return {
    handlers: createSightingsHandlers(service, deps, stationId),
    outgoing: createOutgoingSightings(deps, stationId),
  };
}
