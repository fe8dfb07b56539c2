import { useIsAdministrator } from "../../api/administrator.use.ts";
import { SLOW_POLL_MS, useSerialPorts } from "./serial-ports.use.ts";

export interface PluggedIn {
  /** The port of the device with this serial number; undefined when it is not plugged in, or does not tell its number. */
  pathOf(serialNumber: string): string | undefined;
}

/** Which devices are plugged in at the station's computer, by the serial number of their USB interface. */
export function usePluggedIn(): PluggedIn {
  const isAdministrator = useIsAdministrator();
  const ports = isAdministrator.value ? useSerialPorts(SLOW_POLL_MS).ports : undefined;
  return {
    pathOf: (serialNumber) => ports?.value?.find(({ serial_number: usb }) => usb === serialNumber)?.path,
  };
}
