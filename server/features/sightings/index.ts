import { MAX_TIME_MS } from "../../kernel/clock.ts";
import type { sightingRoutes } from "../../contracts/sightings.routes.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { SightingsDeps } from "./sightings.deps.ts";
import { createSightingsHandlers } from "./sightings.handlers.ts";
import { createOutgoingSightings, type OutgoingSightings } from "./sightings.outgoing.ts";
import { createSightingsService } from "./sightings.service.ts";
import { getStationId } from "./station-id.store.ts";

export type { ForeignSightings, SightingsDeps } from "./sightings.deps.ts";
export type { OutgoingSightings } from "./sightings.outgoing.ts";

export type SightingsFeature = {
  readonly handlers: Handlers<typeof sightingRoutes>;
  readonly outgoing: OutgoingSightings;
  readonly stationId: () => string;
  /**
   * How many records of another station's suboperation are stored here, and until when; `undefined` when there are
   * none.
   */
  readonly findReceived: (uuid: string) => { readonly records: number; readonly lastMs: number } | undefined;
};

/** Received telemetry between stations: what others send, and what is sent to them. */
export function createSightings(deps: SightingsDeps): SightingsFeature {
  let known: string | undefined;
  const stationId = () => (known ??= getStationId(deps.db, deps.ids));
  const service = createSightingsService(deps, stationId);
  const outgoing = createOutgoingSightings(deps, stationId);
  return {
    handlers: createSightingsHandlers({ ...deps, service, outgoing, stationId }),
    outgoing,
    stationId,
    findReceived(uuid) {
      const found = deps.find(uuid);
      if (found.kind !== "received") return undefined;
      const { number, lastMs } = found;
      return { records: deps.tracks.countUntil(number, MAX_TIME_MS), lastMs };
    },
  };
}
