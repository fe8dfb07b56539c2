import type { AircraftDeps } from "./aircraft.deps.ts";
import { createAircraftHandlers, type AircraftHandlers } from "./aircraft.handlers.ts";
import { createAircraftService, type AircraftService } from "./aircraft.service.ts";
import { seedModels } from "./models.store.ts";

/** Aircraft of accounts, and the list of vendors and models. */
export function createAircraft(deps: AircraftDeps): {
  readonly service: AircraftService;
  readonly handlers: AircraftHandlers;
} {
  seedModels(deps.db);
  const service = createAircraftService(deps);
  return { service, handlers: createAircraftHandlers(service, deps) };
}
