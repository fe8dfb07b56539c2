import type { vehicleRoutes } from "../../contracts/vehicles.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { TlogFiles } from "./tlog.files.ts";
import type { VehiclesDeps } from "./vehicles.deps.ts";

export type VehiclesHandlers = Handlers<typeof vehicleRoutes>;

export function createVehiclesHandlers(
  { flights }: Pick<VehiclesDeps, "flights">,
  files: Pick<TlogFiles, "read" | "sizeOf">,
): VehiclesHandlers {
  return {
    getFlightFiles({ params, principal }) {
      const bytes = flights.canEdit(params.id, principal) ? files.sizeOf(params.id) : undefined;
      return { status: 200, body: { tlog_bytes: bytes ?? null } };
    },

    getFlightTlog({ params, principal }) {
      const body = flights.canEdit(params.id, principal) ? files.read(params.id) : undefined;
      return body === undefined
        ? failure(404, "not_found", "id: there is no telemetry log of such a flight of yours.")
        : { status: 200, body };
    },
  };
}
