import type { deviceRoutes } from "../../contracts/devices.ts";
import { DEFAULT_FLIGHT_MS } from "../../contracts/flights.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { findConfigurationSet } from "./configuration-sets.store.ts";
import type { DevicesDeps } from "./devices.deps.ts";
import type { DevicesService, SaveOutcome } from "./devices.service.ts";
import { listDevicePage } from "./devices.store.ts";
import { toDevice } from "./devices.wire.ts";
import { notFound } from "./devices.failures.ts";
import { productOf } from "./products.store.ts";

export type DevicesHandlers = Handlers<typeof deviceRoutes>;

export function createDevicesHandlers(service: DevicesService, deps: DevicesDeps): DevicesHandlers {
  const { db, clock } = deps;

  function saved(outcome: Extract<SaveOutcome, { kind: "saved" }>) {
    return { status: 200 as const, body: toDevice(outcome.device, deps) };
  }

  return {
    listDevices({ query, principal }) {
      const { devices, total } = listDevicePage(
        db,
        {
          viewer: principal.isAdministrator ? null : principal.userId,
          isSharedToo: query.include_shared,
          owner: query.owner ?? null,
          iccid: query.iccid ?? null,
          serialNumber: query.serial_number ?? null,
          serialNumberPrefix: query.serial_number_prefix ?? null,
          type: query.type ?? null,
        },
        query,
      );
      return { status: 200, body: devices.map((device) => toDevice(device, deps)), total };
    },

    registerDevice({ body, principal }) {
      const outcome = service.register(body, principal);
      switch (outcome.kind) {
        case "saved":
          return saved(outcome);
        case "paired":
          return failure(409, "device_paired", "serial_number: the device is paired with another account.");
        default:
          return unknownAircraft();
      }
    },

    getDevice({ params, query, principal }) {
      const found = service.find(params.id, principal, query.include_shared);
      return found === undefined ? notFound() : { status: 200, body: toDevice(found.device, deps) };
    },

    editDevice({ params, query, body, principal }) {
      const outcome = service.edit(params.id, body, principal, query.include_shared);
      switch (outcome.kind) {
        case "saved":
          return saved(outcome);
        case "read_only":
          return failure(403, "forbidden", "id: the device is shared with you read-only.");
        case "unknown_aircraft":
          return unknownAircraft();
        default:
          return notFound();
      }
    },

    unregisterDevice: ({ params, principal }) =>
      service.unregister(params.id, principal) ? { status: 204 } : notFound(),

    getDeviceCapabilities({ params, principal }) {
      const found = service.find(params.id, principal, true);
      if (found === undefined) return notFound();
      const { has_network_features, has_softsim, can_be_provisioned } = productOf(db, found.device.type);
      return {
        status: 200,
        body: { product_has_network_features: has_network_features, has_softsim, can_be_provisioned },
      };
    },

    getConfigurationSet({ params, principal }) {
      const found = service.find(params.id, principal, true);
      if (found === undefined) return notFound();
      const set = findConfigurationSet(db, found.device);
      if (set !== undefined) return { status: 200, body: set };
      return failure(404, "no_configuration_set", "Neither the device nor its variant has a configuration set.");
    },

    listEligibilityIssues({ params, query, principal }) {
      const found = service.find(params.id, principal, true);
      if (found === undefined) return notFound();
      const { date_planned_start: start, date_planned_finish: finish } = query;
      const fromMs = start === undefined ? clock.now() : Date.parse(start);
      const toMs = finish === undefined ? fromMs + DEFAULT_FLIGHT_MS : Date.parse(finish);
      if (toMs < fromMs) {
        return failure(400, "validation_error", "date_planned_finish: must not be before the planned start");
      }
      return { status: 200, body: [...service.listIssues(found.device, { fromMs, toMs })] };
    },
  };
}

const unknownAircraft = () =>
  failure(400, "unknown_aircraft", "default_aircraft_override: the owner has no such aircraft.");
