import type { Device } from "../../../../server/contracts/devices.ts";
import { type Loaded, useLoaded } from "./loaded.use.ts";
import { call, routes } from "./station.client.ts";

const MOST = 1000;

/** The devices of whoever asks, by name, for a field that asks for one. */
export function useDeviceChoices(): Loaded<readonly Device[]> {
  return useLoaded((signal) => call(routes.listDevices, { query: { limit: MOST, ordering: "name" }, signal }));
}
