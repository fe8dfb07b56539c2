import type { Device } from "../../../../../server/contracts/devices.ts";

export const DEVICE_ORDERS = ["name", "serial_number", "type", "-date_activated", "callsign"] as const;
export type DeviceOrder = (typeof DEVICE_ORDERS)[number];

/** The text of a list entry, for the search. */
export function textOf(device: Device): string {
  return [device.name, device.serial_number, device.callsign, device.product.name].join(" ");
}
