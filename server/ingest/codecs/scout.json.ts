import { isRecord } from "../../kernel/is-record.ts";
import type { Decoded, DecodedSensor, Refused } from "../decoded.ts";
import { isDragonSyncPart } from "./dragonsync.parts.ts";
import { isCrewedTechnology, JsonFields, jsonObjectOf, technologyOf, type JsonObject } from "./json.fields.ts";
import { splitJsonObjects } from "./json.objects.ts";
import { decodeReceiverList, decodeReceiverObject } from "./receiver.json.ts";
import { scoutMessages } from "./scout.messages.ts";

/**
 * Decodes the decompressed body of a push: SCOUT's detections `{sn, tech, rssi, odid: {BasicID, Location,
 * System, OperatorID, SelfID, Authentication}}` in the field names of the opendroneid library, in any usual spelling,
 * and heartbeats `{sn, gnss_satellites, gnss_position}`, or the formats of other receivers (`receiver.json.ts`);
 * concatenated, one per line, or in an array. An invalid object yields one rejection that names the field; an invalid
 * field that is neither identity, position nor capture time is left out. Never throws.
 */
export function decodeScout(text: string): Decoded[] {
  return [...decodeScoutObjects(text)].flat();
}

/** The same, object by object: for a body that must not block everything else. */
export function* decodeScoutObjects(text: string): Generator<readonly Decoded[]> {
  let parts: JsonParts | undefined;
  for (const part of splitJsonObjects(text)) {
    const parsed = part.kind === "refused" ? part : jsonObjectOf(part.text);
    const list = part.kind === "refused" ? null : part.list;
    if (parsed.kind === "object" && list !== null && isDragonSyncPart(parsed.object)) {
      const isFull = parts !== undefined && (parts.list !== list || parts.objects.length >= MAX_PARTS);
      if (parts !== undefined && isFull) yield decodeReceiverList(parts.objects);
      if (parts === undefined || isFull) parts = { list, objects: [] };
      parts.objects.push(parsed.object);
      continue;
    }
    if (parts !== undefined) yield decodeReceiverList(parts.objects);
    parts = undefined;
    yield parsed.kind === "refused" ? [parsed] : decodeScoutObject(parsed.object);
  }
  if (parts !== undefined) yield decodeReceiverList(parts.objects);
}

/** Objects of one list, each with one message of an aircraft. */
type JsonParts = { readonly list: number; readonly objects: JsonObject["object"][] };

/** Objects of one list that are decoded together; one aircraft has far fewer messages. */
const MAX_PARTS = 100;

/** One object that was already parsed, as over MQTT; see `decodeScout`. */
export function decodeScoutObject(object: Readonly<Record<string, unknown>>): Decoded[] {
  const other = decodeReceiverObject(object);
  if (other !== undefined) return other;
  const fields = new JsonFields(object);
  const observedAtMs = fields.moment("timestamp", "time", "ts", "t", "received_at", "observed_at");
  const sensorId = fields.text(64, "sn", "serial_number", "sensor_id", "sensor ID");
  const decoded: Decoded[] = [];
  const odid = fields.part("odid");
  const technology = fields.value("tech", "technology", "transport", "type");
  if (odid !== undefined && isCrewedTechnology(technology)) decoded.push(CREWED);
  else if (odid !== undefined) {
    const mac = fields.mac("mac", "mac_address", "address") ?? odid.mac("mac", "mac_address");
    const messages = scoutMessages(odid);
    if (messages.length === 0) fields.refuse("missing_field", "odid", "none of its messages is set");
    decoded.push({
      kind: "frame",
      observedAtMs,
      sensorId,
      transmitter: mac === null ? null : { kind: "mac", address: mac },
      technology: technologyOf(technology),
      rssiDbm: fields.secondary.number({ min: -150, max: 30 }, "rssi"),
      messages,
    });
  }
  if (fields.value("gnss_position", "gnss_satellites") !== undefined) {
    decoded.push(sensorOf(fields, observedAtMs, sensorId));
  }
  if (decoded.length === 0) fields.refuse("missing_field", "odid", "neither a detection nor a heartbeat");
  return fields.outcome(...decoded);
}

/** Not decoded as traffic either: it is not documented whether their `UASID` is an ICAO address. */
const CREWED: Refused = {
  kind: "refused",
  reason: "crewed_aircraft",
  detail: "an aircraft that was received by ADS-B, ADS-L, OGN or UAT",
};

function sensorOf(fields: JsonFields, observedAtMs: number | null, sensorId: string | null): DecodedSensor {
  const at = positionOf(fields);
  const { latitude, longitude } =
    at?.secondary.position(["latitude", "lat"], ["longitude", "lon", "lng"]) ?? NO_POSITION;
  return {
    kind: "sensor",
    observedAtMs,
    sensorId,
    latitude,
    longitude,
    altitudeMslM: at?.secondary.number({ min: -1000, max: 31_767.5 }, "altitude", "alt") ?? null,
    satellites: fields.secondary.number({ min: 0, max: 200 }, "gnss_satellites"),
    batteryVolts: fields.secondary.number({ min: 0, max: 100 }, "battery_voltage", "battery_volts", "voltage"),
  };
}

const NO_POSITION = { latitude: null, longitude: null };

/** Named coordinates, SCOUT's own list (latitude first), or a GeoJSON point (RFC 7946: longitude first). */
function positionOf(fields: JsonFields): JsonFields | undefined {
  const position = fields.value("gnss_position");
  if (Array.isArray(position)) {
    const [latitude, longitude, altitude] = position as readonly unknown[];
    return fields.renamed("gnss_position", { latitude, longitude, altitude });
  }
  if (isRecord(position) && Array.isArray(position["coordinates"])) {
    const [longitude, latitude, altitude] = position["coordinates"] as readonly unknown[];
    return fields.renamed("gnss_position", { latitude, longitude, altitude });
  }
  return fields.part("gnss_position");
}
