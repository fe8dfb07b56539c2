import type { manufactureRoutes } from "../../contracts/manufacture.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { DevicesDeps } from "./devices.deps.ts";
import { toDevice, toManufactured, toSummary } from "./devices.wire.ts";
import type { ManufactureOutcome, ManufactureService } from "./manufacture.service.ts";
import { productOf } from "./products.store.ts";

export type ManufactureHandlers = Handlers<typeof manufactureRoutes>;

export function createManufactureHandlers(service: ManufactureService, deps: DevicesDeps): ManufactureHandlers {
  /** The error for a device that could not be saved. */
  function refusal(outcome: Extract<ManufactureOutcome, { kind: "unknown_owner" | "iccid_taken" }>) {
    return outcome.kind === "unknown_owner"
      ? failure(400, "unknown_owner", "owner: there is no account with this e-mail address.")
      : failure(400, "iccid_taken", "iccid: another device has this SIM card.");
  }

  return {
    createManufactureReport({ body }) {
      const outcome = service.report(body);
      if (outcome.kind !== "saved") return unknownSerial();
      const { station_id, operator, action } = body;
      const device = toSummary(outcome.device, productOf(deps.db, outcome.device.type));
      return { status: 200, body: { device, station_id, operator, action } };
    },

    createManufacturedDevice({ body }) {
      const outcome = service.create(body);
      switch (outcome.kind) {
        case "saved":
          return { status: 200, body: toManufactured(outcome.device, deps.emailOfUser) };
        case "unknown_owner":
        case "iccid_taken":
          return refusal(outcome);
        default:
          return failure(409, "device_exists", "serial_number: a device with this serial number already exists.");
      }
    },

    updateManufacturedDevice({ body }) {
      const outcome = service.update(body);
      switch (outcome.kind) {
        case "saved":
          return { status: 200, body: toManufactured(outcome.device, deps.emailOfUser) };
        case "unknown_owner":
        case "iccid_taken":
          return refusal(outcome);
        default:
          return unknownSerial();
      }
    },

    makeRetailReady({ body }) {
      const outcome = service.makeRetailReady(body.serial_number_list, body.id_list);
      switch (outcome.kind) {
        case "ready":
          return { status: 200, body: outcome.devices.map((device) => toDevice(device, deps)) };
        case "missing":
          return failure(404, "not_found", `${outcome.field}: there is no device ${outcome.value}.`);
        case "impossible":
          return failure(409, "not_ready", ...outcome.reasons);
      }
    },
  };
}

const unknownSerial = () => failure(404, "not_found", "serial_number: there is no device with this serial number.");
