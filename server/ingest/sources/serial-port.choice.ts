import type { SerialPortInfo } from "../../contracts/sources.ts";

/**
 * Distinguishes one USB device from every other: vendor and product alone do not (303A:1001 is half of all ESP32
 * boards).
 */
export type UsbIdentity = {
  readonly vendorId: string;
  readonly productId: string;
  readonly serialNumber: string;
};

/** The identity of the device at a port, `null` where the device or the system does not give all of it. */
export function usbIdentityOf(port: SerialPortInfo | undefined): UsbIdentity | null {
  if (port === undefined) return null;
  const { vendor_id: vendorId, product_id: productId, serial_number: serialNumber } = port;
  if (vendorId === null || productId === null || serialNumber === null || serialNumber.trim() === "") return null;
  return { vendorId, productId, serialNumber };
}

export type PortChoice =
  | { readonly kind: "open"; readonly path: string }
  | { readonly kind: "taken_by_another" }
  | { readonly kind: "unplugged" };

/**
 * The port to open. A device that was seen before is followed to whatever port it is at now; a port with another device
 * is not opened, and neither is one that is not listed: the device that is plugged in there before it is opened may be
 * another. Without an identity there is only the path.
 *
 * `path` is the configured port with symbolic links resolved, as `ports` names it.
 */
export function choosePort(path: string, known: UsbIdentity | null, ports: readonly SerialPortInfo[]): PortChoice {
  if (known === null) return { kind: "open", path };
  const matches = ports.filter((port) => isSameDevice(usbIdentityOf(port), known));
  // A device with several ports has the same identity at each: only a single other one is unambiguous.
  const match = matches.find((port) => port.path === path) ?? (matches.length === 1 ? matches[0] : undefined);
  if (match !== undefined) return { kind: "open", path: match.path };
  const there = ports.find((port) => port.path === path);
  if (there === undefined) return { kind: "unplugged" };
  // The system may describe a port before it knows the serial number of its device.
  return usbIdentityOf(there) === null ? { kind: "open", path } : { kind: "taken_by_another" };
}

function isSameDevice(a: UsbIdentity | null, b: UsbIdentity): boolean {
  return a?.vendorId === b.vendorId && a.productId === b.productId && a.serialNumber === b.serialNumber;
}
