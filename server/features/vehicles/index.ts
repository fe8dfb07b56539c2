import type { BackgroundJob } from "../../kernel/background-job.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { createTlogFiles } from "./tlog.files.ts";
import type { VehiclesDeps } from "./vehicles.deps.ts";
import { createVehiclesHandlers, type VehiclesHandlers } from "./vehicles.handlers.ts";
import { createVehiclesService, type VehiclesService } from "./vehicles.service.ts";

export type { VehiclesService } from "./vehicles.service.ts";
export type { VehicleOwner } from "./vehicles.deps.ts";

/** The operator's own aircraft: the messages of their autopilots become flights automatically. */
export function createVehicles(given: Omit<VehiclesDeps, "tlogs"> & { readonly tlogFolder: string }): {
  readonly handlers: VehiclesHandlers;
  readonly service: VehiclesService;
  readonly backgroundJobs: readonly BackgroundJob[];
} {
  const deps: VehiclesDeps = { ...given, tlogs: createTlogFiles(given.tlogFolder, given.log) };
  const service = createVehiclesService(deps);
  const lostLinks: BackgroundJob = {
    intervalMs: SECOND_MS,
    failure: "flights whose link was lost could not be ended",
    run: service.tick,
  };
  return { handlers: createVehiclesHandlers(deps, deps.tlogs), service, backgroundJobs: [lostLinks] };
}
