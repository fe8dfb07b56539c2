import type { z } from "zod";
import type { Source, SourceCreate, SourceSettings, SourceUpdate } from "../../../../../server/contracts/sources.ts";
import { regionInside } from "../../ui/region.ts";
import { emptyDraft, type SourceDraft, sourceRequestOf } from "./source-draft.ts";
import { vehicleDraftOf } from "./vehicle-draft.ts";

/** Whether a password or a client secret is stored. */
export function hasSecret(settings: SourceSettings): boolean {
  if (settings.kind === "mqtt") return settings.has_password === true;
  return settings.kind === "netrid" && settings.has_client_secret === true;
}

/** The fields of an existing source; its secrets are not known, and stay unchanged if their fields are empty. */
export function storedSourceDraftOf(source: Source, place?: Parameters<typeof emptyDraft>[1]): SourceDraft {
  const { settings, name, sensor_id: sensorId } = source;
  return { ...emptyDraft(settings.kind, place), name, sensorId, ...fieldsOf(settings) };
}

function fieldsOf(settings: SourceSettings): Partial<SourceDraft> {
  switch (settings.kind) {
    case "file":
      return { filePath: settings.path, speed: settings.speed, loop: settings.loop };
    case "udp":
      return { host: settings.host, port: settings.port };
    case "serial": {
      const { path: serialPath, baud_rate: baudRate, protocol, repair_crlf: repairCrlf } = settings;
      return { serialPath, baudRate, protocol, repairCrlf };
    }
    case "cloud":
      return { peer: settings.peer_id, region: regionInside(settings.bbox), storedBbox: settings.bbox };
    case "adsb":
      return { trafficUrl: settings.url };
    case "mavlink_vehicle":
      return { vehicle: vehicleDraftOf(settings) };
    case "mqtt": {
      const { url: mqttUrl, topic, shape, username = "" } = settings;
      return { mqttUrl, topic, shape, username };
    }
    case "position": {
      const { url, baud_rate: positionBaudRate } = settings;
      const isGpsd = url.startsWith("gpsd://");
      return isGpsd ? { positionBy: "gpsd", gpsd: url } : { positionBy: "serial", serialPath: url, positionBaudRate };
    }
    case "netrid": {
      const { dss_url: dssUrl, token_url: tokenUrl = "", client_id: clientId = "", scope, bbox } = settings;
      return { dssUrl, tokenUrl, clientId, scope, netridRegion: regionInside(bbox), storedBbox: bbox };
    }
    case "push":
    case "demo":
      return {};
  }
}

/**
 * The body of a request that changes a source. Unchanged settings are left out, so that a new name does not restart it.
 * It stays switched on or off.
 */
export function sourceChangeOf(
  source: Source,
  { name, sensor_id, settings }: z.input<typeof SourceCreate>,
): z.input<typeof SourceUpdate> {
  const before = sourceRequestOf(storedSourceDraftOf(source), source.name).settings;
  const isChanged = JSON.stringify(before) !== JSON.stringify(settings);
  const isSensorChanged = sensor_id !== undefined && sensor_id !== source.sensor_id;
  return { name, ...(isSensorChanged ? { sensor_id } : {}), ...(isChanged ? { settings } : {}) };
}
