import { MAX_VIEWPORT_KM2 } from "../../contracts/live.ts";
import type { Source, SourceSettings, SourceState, SourceUpdate } from "../../contracts/sources.ts";
import { areaKm2, parseBbox } from "../../kernel/geo.ts";
import { isLoopbackHost } from "../../kernel/loopback.ts";
import { vehicleAddressOf } from "../../kernel/vehicle-address.ts";
import { MAX_VIEWS, viewsOf } from "../../kernel/view-tiles.ts";

const SENSOR_ID_MAX_CHARACTERS = 128;

/**
 * Default sensor id of a source, derived from its settings so that records of different sources stay distinguishable.
 */
export function defaultSensorId(settings: SourceSettings, peerName?: string): string {
  const id = (peerName ?? plainSensorId(settings)).trim().slice(0, SENSOR_ID_MAX_CHARACTERS).trim();
  return id === "" ? settings.kind : id;
}

function plainSensorId(settings: SourceSettings): string {
  switch (settings.kind) {
    case "file":
      return lastPartOf(settings.path).replace(/(?<=.)\.[^.]*$/, "");
    case "udp":
      return `udp-${settings.port}`;
    case "serial":
      return `serial-${lastPartOf(settings.path)}`;
    case "adsb":
      return `adsb-${new URL(settings.url).hostname}`;
    case "mavlink_vehicle":
      return `mavlink-${lastPartOf(settings.url)}`;
    case "mqtt":
      return `mqtt-${URL.parse(settings.url)?.hostname ?? ""}`;
    case "push":
    case "cloud":
    case "position":
    case "netrid":
    case "demo":
      return settings.kind;
  }
}

/** The last part of a Windows or POSIX path: the console may run on another system than the station. */
function lastPartOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "") ?? "";
}

/** What to do with the run of a source after a change. */
export type RunDecision = "stop" | "start" | "leave";

/**
 * A new name does not affect the run. New settings or another sensor id restart it. Switching on also restarts a source
 * that is on but finished or waiting for a retry, because that is what the user expects.
 */
export function decideRun(
  before: { readonly enabled: boolean; readonly sensor_id: string; readonly state: SourceState },
  update: SourceUpdate,
): RunDecision {
  const isEnabled = update.enabled ?? before.enabled;
  if (!isEnabled) return before.enabled ? "stop" : "leave";
  if (!before.enabled) return "start";
  if (update.settings !== undefined) return "start";
  if (update.sensor_id !== undefined && update.sensor_id !== before.sensor_id) return "start";
  const isIdle = before.state === "finished" || before.state === "waiting" || before.state === "stopped";
  return update.enabled === true && isIdle ? "start" : "leave";
}

/**
 * What is wrong with the region of a peer's stream, as a sentence without its beginning; `undefined` when it is valid.
 */
export function regionProblem(settings: SourceSettings | undefined): string | undefined {
  if (settings?.kind !== "cloud" && settings?.kind !== "netrid") return undefined;
  const parsed = parseBbox(settings.bbox);
  if (parsed.kind === "invalid") return parsed.message;
  if (settings.kind === "netrid") {
    return viewsOf(parsed.bbox) === undefined
      ? `is larger than ${MAX_VIEWS} views of 7 km diagonally; services refuse larger views`
      : undefined;
  }
  const area = areaKm2(parsed.bbox);
  return area > MAX_VIEWPORT_KM2
    ? `covers ${Math.round(area)} km²; at most ${MAX_VIEWPORT_KM2} km² are possible`
    : undefined;
}

/** The chosen aircraft and device have to belong to the account that added the source, which also owns the flights. */
export function vehicleProblem(
  settings: SourceSettings | undefined,
  isOwn: (what: "aircraft" | "device", id: string) => boolean,
): string | undefined {
  if (settings?.kind !== "mavlink_vehicle") return undefined;
  if (vehicleAddressOf(settings.url) === undefined) {
    return "settings.url: must be udp://address:port, tcp://host:port or a serial port.";
  }
  const { aircraft, device } = settings;
  if (aircraft && !isOwn("aircraft", aircraft))
    return "settings.aircraft: there is no such aircraft of the person who added the source.";
  if (device && !isOwn("device", device))
    return "settings.device: there is no such device of the person who added the source.";
  return undefined;
}

/** The field whose URL would send a secret or a token in the clear to another computer; undefined where none does. */
export function plainUrlField(settings: SourceSettings | undefined): string | undefined {
  if (settings?.kind !== "netrid" || settings.token_url === undefined) return undefined;
  const isPlain = (text: string) => {
    const url = URL.parse(text);
    return url?.protocol === "http:" && !isLoopbackHost(url.hostname);
  };
  return (["token_url", "dss_url"] as const).find((field) => isPlain(settings[field] ?? ""));
}

/** Simulated sources are only allowed in a demonstration, which has its own recording. */
export function isMisplacedDemo(settings: SourceSettings | undefined, isDemo: boolean): boolean {
  return settings?.kind === "demo" && !isDemo;
}

/**
 * A source for users who do not administer the station: the name of a file or port without the folders of this
 * computer, and that it failed, without the system's message.
 */
export function withoutInternals(source: Source): Source {
  const { settings, last_error: error } = source;
  return {
    ...source,
    settings: withoutFolders(settings),
    ...(source.vehicles && { vehicles: source.vehicles.map((vehicle) => ({ ...vehicle, flight_id: null })) }),
    last_error: error === null ? null : "It failed; an administrator of the station sees why.",
  };
}

function withoutFolders(settings: SourceSettings): SourceSettings {
  if ("path" in settings) return { ...settings, path: lastPartOf(settings.path) };
  return isSerialUrl(settings) ? { ...settings, url: lastPartOf(settings.url) } : settings;
}

/** Whether the address of a source is a serial port. */
function isSerialUrl(
  settings: SourceSettings,
): settings is Extract<SourceSettings, { readonly kind: "position" | "mavlink_vehicle" }> {
  if (settings.kind === "position") return !settings.url.startsWith("gpsd://");
  return settings.kind === "mavlink_vehicle" && vehicleAddressOf(settings.url)?.kind === "serial";
}
