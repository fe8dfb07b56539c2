import type { BackgroundJob } from "../../kernel/background-job.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { VehiclesDeps } from "./vehicles.deps.ts";
import { createVehiclesService, type VehiclesService } from "./vehicles.service.ts";

export type { VehiclesService } from "./vehicles.service.ts";
export type { LiveFlights, VehicleOwner, VehiclesDeps, VehicleState } from "./vehicles.deps.ts";

/** The operator's own aircraft: what their autopilots send becomes flights by itself. */
export function createVehicles(deps: VehiclesDeps): {
  readonly service: VehiclesService;
  readonly backgroundJobs: readonly BackgroundJob[];
} {
  const service = createVehiclesService(deps);
  const lostLinks: BackgroundJob = {
    intervalMs: SECOND_MS,
    failure: "flights whose link was lost could not be ended",
    run: service.tick,
  };
  return { service, backgroundJobs: [lostLinks] };
}
