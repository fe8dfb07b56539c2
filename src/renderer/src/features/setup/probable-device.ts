import type { SerialPortInfo } from "../../../../../server/contracts/sources.ts";

/** What a device at a port probably is; only opening the port would prove it. */
export type ProbableDevice =
  | "rider"
  | "dronescout_bridge"
  | "dronetag"
  | "flight_controller"
  | "gnss"
  | "modem"
  | "board"
  | "unknown";

/** By the names that devices report over USB. The first that matches counts. */
const NAMES: readonly (readonly [RegExp, ProbableDevice])[] = [
  [/\brider\b/i, "rider"],
  [/drone ?scout/i, "dronescout_bridge"],
  [/dronetag/i, "dronetag"],
  [/ardupilot|pixhawk|\bpx4\b|cube(pilot|black|orange|yellow)|holybro/i, "flight_controller"],
  [/u-?blox|\bgnss\b|\bgps\b/i, "gnss"],
  [/modem|\blte\b|quectel|sierra wireless|simcom/i, "modem"],
];

/** USB vendor ids, where the names say nothing. */
const VENDORS: Readonly<Record<string, ProbableDevice>> = {
  "1546": "gnss", // u-blox
  "26ac": "flight_controller", // 3D Robotics
  "2dae": "flight_controller", // CubePilot
  "3162": "flight_controller", // Holybro
  "2c7c": "modem", // Quectel
  "303a": "board", // Espressif
  "10c4": "board", // CP210x bridges
  "1a86": "board", // CH340 bridges
  "0403": "board", // FTDI bridges
};

/** Whether something is plugged in there; a port of the computer itself is always listed. Without udev the name tells. */
export function isPluggedIn({ vendor_id: vendorId, path }: SerialPortInfo): boolean {
  return vendorId !== null || /\/tty(ACM|USB)\d+$/.test(path);
}

export function probableDeviceOf(port: SerialPortInfo): ProbableDevice {
  const name = `${port.manufacturer ?? ""} ${port.product ?? ""}`;
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? VENDORS[port.vendor_id ?? ""] ?? "unknown";
}

/** The query for the form of a new source that reads the port; undefined for a device that nothing is read from. */
export function portSourceQueryOf(port: SerialPortInfo): Readonly<Record<string, string>> | undefined {
  const { path } = port;
  switch (probableDeviceOf(port)) {
    case "rider":
      return { add: "serial", path, protocol: "rider" };
    case "gnss":
      return { add: "position", path };
    case "flight_controller":
      return { add: "mavlink_vehicle", path };
    case "modem":
    case "dronetag":
      return undefined;
    default:
      return { add: "serial", path };
  }
}
