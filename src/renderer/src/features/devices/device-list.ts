import type { Device } from "../../../../../server/contracts/devices.ts";

export const DEVICE_ORDERS = ["name", "serial_number", "type", "-date_activated", "callsign"] as const;
export type DeviceOrder = (typeof DEVICE_ORDERS)[number];

/** The product that the station gives to a device of which it only knows the serial number. */
const UNKNOWN_PRODUCT = "unknown";

/** Undefined while the product of the device is not known. */
export function productNameOf({ product }: Pick<Device, "product">): string | undefined {
  return product.code === UNKNOWN_PRODUCT ? undefined : product.name;
}

/** The text of a list entry, for the search. */
export function deviceSearchText(device: Device): string {
  return [device.name, device.serial_number, device.callsign, device.product.name].join(" ");
}
