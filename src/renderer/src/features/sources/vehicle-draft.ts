import type { z } from "zod";
import type { MavlinkVehicleSettings } from "../../../../../server/contracts/vehicles.ts";

/** How the stream of an autopilot arrives. */
export const VEHICLE_LINKS = ["udp", "tcp", "serial"] as const;
export type VehicleLink = (typeof VEHICLE_LINKS)[number];

/** The fields of the operator's own aircraft. */
export interface VehicleDraft {
  readonly link: VehicleLink;
  /** This computer's address for UDP, the other side's for TCP. */
  readonly host: string;
  readonly port: number | "";
  readonly serialPath: string;
  readonly baudRate: number;
  /** Ids; empty where none is chosen. */
  readonly aircraftId: string;
  readonly deviceId: string;
  readonly sendsHeartbeat: boolean;
  readonly keepsTlog: boolean;
}

export const EMPTY_VEHICLE: VehicleDraft = {
  link: "udp",
  host: "0.0.0.0",
  port: 14_550,
  serialPath: "",
  baudRate: 57_600,
  aircraftId: "",
  deviceId: "",
  sendsHeartbeat: false,
  keepsTlog: false,
};

/** The fields of a source that exists. */
export function vehicleDraftOf(settings: z.output<typeof MavlinkVehicleSettings>): VehicleDraft {
  const { url, baud_rate: baudRate, send_heartbeat: sendsHeartbeat, keep_tlog: keepsTlog } = settings;
  const { aircraft, device } = settings;
  const chosen = { aircraftId: aircraft ?? "", deviceId: device ?? "", baudRate, sendsHeartbeat, keepsTlog };
  const [, link, host = "", port] = /^(udp|tcp):\/\/(.+):(\d+)\/?$/.exec(url) ?? [];
  if (link === undefined) return { ...EMPTY_VEHICLE, ...chosen, link: "serial", serialPath: url };
  return { ...EMPTY_VEHICLE, ...chosen, link: link === "udp" ? "udp" : "tcp", host, port: Number(port) };
}

/** The default addresses: where ground stations listen, and where simulators serve. */
const USUAL: Readonly<Record<VehicleLink, Pick<VehicleDraft, "host" | "port">>> = {
  udp: { host: "0.0.0.0", port: 14_550 },
  tcp: { host: "127.0.0.1", port: 5760 },
  serial: { host: "0.0.0.0", port: 14_550 },
};

export function withLink(draft: VehicleDraft, link: VehicleLink): VehicleDraft {
  return { ...draft, link, ...USUAL[link] };
}

export type VehicleProblem = "vehicle_host" | "vehicle_port" | "vehicle_serial";

export function vehicleProblemOf({ link, host, port, serialPath }: VehicleDraft): VehicleProblem | undefined {
  if (link === "serial") return serialPath.trim() === "" ? "vehicle_serial" : undefined;
  if (host.trim() === "" || /[\s/]/.test(host.trim())) return "vehicle_host";
  const isPort = typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= 65_535;
  return isPort ? undefined : "vehicle_port";
}

export function vehicleSettingsOf(draft: VehicleDraft) {
  const host = draft.host.trim();
  // An IPv6 address itself contains colons.
  const named = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  return {
    kind: "mavlink_vehicle",
    url: draft.link === "serial" ? draft.serialPath.trim() : `${draft.link}://${named}:${draft.port}`,
    baud_rate: draft.baudRate,
    aircraft: draft.aircraftId || null,
    device: draft.deviceId || null,
    send_heartbeat: draft.sendsHeartbeat,
    keep_tlog: draft.keepsTlog,
  } as const;
}
