import type { Device } from "../../../../../server/contracts/devices.ts";

export const DEVICE_ORDERS = ["name", "serial_number", "type", "-date_activated", "callsign"] as const;
export type DeviceOrder = (typeof DEVICE_ORDERS)[number];

/** Every word of the search, in any case, somewhere in what the list shows of it. */
export function isFound(device: Device, search: string): boolean {
  const text = [device.name, device.serial_number, device.callsign, device.product.name].join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
