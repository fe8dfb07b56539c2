import type { Device } from "../../../../server/contracts/devices.ts";
import { type Loaded, useLoaded } from "./loaded.use.ts";
import { call, routes } from "./station.client.ts";

const MAX_CHOICES = 1000;

/** The caller's devices, by name, for a choice field. */
export function useDeviceChoices(): Loaded<readonly Device[]> {
  return useLoaded((signal) => call(routes.listDevices, { query: { limit: MAX_CHOICES, ordering: "name" }, signal }));
}
