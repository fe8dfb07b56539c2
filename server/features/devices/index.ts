import { createDeviceSetupHandlers, type DeviceSetupHandlers } from "./device-setup.handlers.ts";
import type { DevicesDeps } from "./devices.deps.ts";
import { createDevicesHandlers, type DevicesHandlers } from "./devices.handlers.ts";
import { createDevicesService, type DevicesService } from "./devices.service.ts";
import { createManufactureHandlers, type ManufactureHandlers } from "./manufacture.handlers.ts";
import { createManufactureService } from "./manufacture.service.ts";
import { seedProducts } from "./products.store.ts";
import { createSimCardHandlers, type SimCardHandlers } from "./sim-cards.handlers.ts";

/** Remote ID devices: pairing, SIM cards, configuration sets and manufacturing. */
export function createDevices(deps: DevicesDeps): {
  readonly service: DevicesService;
  readonly handlers: DevicesHandlers & DeviceSetupHandlers & SimCardHandlers & ManufactureHandlers;
} {
  seedProducts(deps.db, deps.clock.now());
  const service = createDevicesService(deps);
  return {
    service,
    handlers: {
      ...createDevicesHandlers(service, deps),
      ...createDeviceSetupHandlers(service, deps),
      ...createSimCardHandlers(service, deps),
      ...createManufactureHandlers(createManufactureService(deps), deps),
    },
  };
}
