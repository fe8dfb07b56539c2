import type { z } from "zod";
import { SERIAL_PROTOCOLS } from "../../../../../server/contracts/sources.ts";
import type { SerialProtocol, SourceCreate, SourceKind } from "../../../../../server/contracts/sources.ts";
import { isReceiverUrl } from "../../../../../server/contracts/traffic.ts";
import { bboxOrStored, isStoredRegion, type RegionDraft, regionAround, regionProblem } from "../../ui/region.ts";
import {
  networkSourceProblemOf,
  networkSourceSettingsOf,
  type NetworkSourceProblem,
  emptyNetworkSource,
} from "./network-source-draft.ts";
import type { NetworkSourceDraft } from "./network-source-draft.ts";
import { sourceAddress } from "./source-address.ts";
import {
  EMPTY_VEHICLE,
  type VehicleDraft,
  type VehicleProblem,
  vehicleProblemOf,
  vehicleSettingsOf,
} from "./vehicle-draft.ts";

const USUAL_BAUD_RATE: Readonly<Record<SerialProtocol, number>> = { mavlink: 57_600, rider: 115_200 };

/** The fields of the form: those of all kinds at once, so that choosing another kind loses nothing. */
export interface SourceDraft extends NetworkSourceDraft {
  kind: SourceKind;
  name: string;
  sensorId: string;
  filePath: string;
  speed: number;
  loop: boolean;
  host: string;
  port: number | "";
  serialPath: string;
  baudRate: number;
  protocol: SerialProtocol;
  repairCrlf: boolean;
  /** Id of the peer. */
  peer: string;
  region: RegionDraft;
  /** The exact stored region; sent again as long as the fields of the region match it. */
  storedBbox: string | undefined;
  /** Address of an ADS-B receiver. */
  trafficUrl: string;
  vehicle: VehicleDraft;
}

/** `place`: the middle of the map, where a region begins. */
export function emptyDraft(kind: SourceKind, place?: Parameters<typeof regionAround>[0]): SourceDraft {
  return {
    kind,
    name: "",
    sensorId: "",
    filePath: "",
    speed: 1,
    loop: false,
    host: "127.0.0.1",
    port: 9999,
    serialPath: "",
    baudRate: USUAL_BAUD_RATE.mavlink,
    protocol: "mavlink",
    repairCrlf: false,
    peer: "",
    region: regionAround(place),
    storedBbox: undefined,
    trafficUrl: "http://127.0.0.1:8080/data/aircraft.json",
    vehicle: EMPTY_VEHICLE,
    ...emptyNetworkSource(place),
  };
}

/** The draft for another protocol, at the rate that its devices use. */
export function withProtocol(draft: SourceDraft, protocol: SerialProtocol): SourceDraft {
  return { ...draft, protocol, baudRate: USUAL_BAUD_RATE[protocol] };
}

/** The query of the page's address for a new source; empty values if not given. */
export type RequestedSettings = {
  readonly path: string;
  readonly protocol: string;
  readonly rate: string;
  readonly repair: string;
};

/** The draft with the requested values; an unknown rate or protocol is ignored. */
export function withRequested(draft: SourceDraft, { path, protocol, rate, repair }: RequestedSettings): SourceDraft {
  if (path === "") return draft;
  if (draft.kind === "file") return { ...draft, filePath: path };
  if (draft.kind === "mavlink_vehicle") {
    return { ...draft, vehicle: { ...draft.vehicle, link: "serial", serialPath: path } };
  }
  const known = SERIAL_PROTOCOLS.find((one) => one === protocol);
  const withKnownProtocol = known === undefined ? draft : withProtocol(draft, known);
  const baudRate = /^\d{3,7}$/.test(rate) ? Number(rate) : undefined;
  if (draft.kind === "position") {
    const positionBaudRate = baudRate ?? draft.positionBaudRate;
    return { ...draft, positionBy: "serial", serialPath: path, positionBaudRate };
  }
  return {
    ...withKnownProtocol,
    serialPath: path,
    baudRate: baudRate ?? withKnownProtocol.baudRate,
    repairCrlf: repair === "yes",
  };
}

export type DraftProblem =
  | NetworkSourceProblem
  | VehicleProblem
  | "path"
  | "host"
  | "port"
  | "serial"
  | "peer"
  | "place"
  | "km"
  | "url";

/** The first thing that is missing, by field; undefined when the source can be added. */
export function sourceProblemOf(draft: SourceDraft): DraftProblem | undefined {
  if (draft.kind === "file" && draft.filePath.trim() === "") return "path";
  if (draft.kind === "serial" && draft.serialPath.trim() === "") return "serial";
  if (draft.kind === "mavlink_vehicle") return vehicleProblemOf(draft.vehicle);
  if (draft.kind === "cloud") return draft.peer === "" ? "peer" : regionProblemOf(draft);
  if (draft.kind === "adsb") return isReceiverUrl(draft.trafficUrl.trim()) ? undefined : "url";
  if (draft.kind !== "udp") return networkSourceProblemOf(draft);
  if (draft.host.trim() === "") return "host";
  const isPort =
    typeof draft.port === "number" && Number.isInteger(draft.port) && draft.port >= 1 && draft.port <= 65_535;
  return isPort ? undefined : "port";
}

function regionProblemOf({ region, storedBbox }: SourceDraft): DraftProblem | undefined {
  return isStoredRegion(region, storedBbox) ? undefined : regionProblem(region);
}

const KINDS_WITHOUT_ADDRESS: ReadonlySet<SourceKind> = new Set(["push", "demo", "cloud", "position", "netrid"]);

/** The body of the request. Without a name the address, the peer or the kind is used. */
export function sourceRequestOf(draft: SourceDraft, kindName: string, peerName?: string): z.input<typeof SourceCreate> {
  const settings = settingsOf(draft);
  const sensorId = draft.sensorId.trim();
  const hasAddress = !KINDS_WITHOUT_ADDRESS.has(draft.kind);
  const fallback = hasAddress ? sourceAddress(settings) : (peerName ?? kindName);
  return {
    name: (draft.name.trim() || fallback).slice(0, 64),
    ...(sensorId === "" ? {} : { sensor_id: sensorId }),
    settings,
  };
}

function settingsOf(draft: SourceDraft) {
  switch (draft.kind) {
    case "file":
      return { kind: "file", path: draft.filePath.trim(), speed: draft.speed, loop: draft.loop } as const;
    case "udp":
      return { kind: "udp", host: draft.host.trim(), port: Number(draft.port) } as const;
    case "serial":
      return {
        kind: "serial",
        path: draft.serialPath.trim(),
        baud_rate: draft.baudRate,
        protocol: draft.protocol,
        repair_crlf: draft.repairCrlf,
      } as const;
    case "cloud":
      return { kind: "cloud", peer_id: draft.peer, bbox: bboxOrStored(draft.region, draft.storedBbox) } as const;
    case "adsb":
      return { kind: "adsb", url: draft.trafficUrl.trim() } as const;
    case "mavlink_vehicle":
      return vehicleSettingsOf(draft.vehicle);
    case "mqtt":
    case "position":
    case "netrid":
      return networkSourceSettingsOf(draft.kind, draft);
    case "push":
      return { kind: "push" } as const;
    case "demo":
      return { kind: "demo" } as const;
  }
}
