import { isRecord } from "../../kernel/is-record.ts";
import type { Decoded, DecodedSensor } from "../decoded.ts";
import { horizontalAccuracyM, speedAccuracyMps, verticalAccuracyM } from "../odid.codes.ts";
import { BASIC_ID, listOf, LOCATION, OPERATOR_ID, SELF_ID, SYSTEM } from "./dragonsync.parts.ts";
import { JsonFields, technologyOf } from "./json.fields.ts";
import { accuracyCode, withoutUnits, writtenSecondsAfterHour } from "./json.measured.ts";
import { operatorMessage } from "./mesh-mapper.json.ts";
import { odidTimestampMs } from "./odid.decode.ts";
import { basicIdMessage } from "./odid.encode.ts";
import type { LocationMessage, OdidMessage, SystemMessage } from "./odid.messages.ts";
import {
  ALTITUDE,
  CLASSIFICATION,
  EU_CATEGORY,
  EU_CLASS,
  operatorLocationType,
  STATUS,
  UA_TYPE_NAMES,
} from "./scout.messages.ts";

type JsonObject = Readonly<Record<string, unknown>>;

const RSSI = { min: -150, max: 30 };
const SPEED = { min: 0, max: 254.25 };
const VERTICAL_SPEED = { min: -62, max: 62 };
const DIRECTION = { min: 0, max: 360 };

/**
 * Decodes the messages of one aircraft from WarDragon's decoder (`zmq_decoder.py`, droneid-go, the DJI receiver):
 * `{"Basic ID": {id, id_type, ua_type, MAC, RSSI}, "Location/Vector Message": {latitude, longitude, speed, …}, "System
 * Message": {…}, "Self-ID Message": {text}, "Operator ID Message": {operator_id}}`. Numbers may be text with a unit.
 */
export function decodeDragonSyncObject(object: JsonObject): Decoded[] {
  const faults = new JsonFields(object);
  const ids = listOf(object[BASIC_ID])
    .filter(isRecord)
    .map((id) => faults.renamed(BASIC_ID, id));
  const radio = faults.part("AUX_ADV_IND");
  const mac = firstOf(ids, (id) => id.mac("MAC")) ?? faults.mac("MAC") ?? macOfAdvertiser(faults);
  const rssi =
    firstOf(ids, (id) => id.secondary.number(RSSI, "RSSI")) ??
    faults.secondary.number(RSSI, "RSSI") ??
    radio?.secondary.number(RSSI, "rssi") ??
    null;
  const messages: OdidMessage[] = [];
  for (const id of ids) {
    const uasId = id.text(20, "id");
    if (uasId === null) continue;
    const uaType = id.secondary.code(15, UA_TYPE_NAMES, "ua_type");
    messages.push(basicIdMessage({ idType: idTypeOf(id.value("id_type")), uaType, uasId }));
  }
  const part = (name: string) =>
    isRecord(object[name]) ? faults.renamed(name, withoutUnits(object[name])) : undefined;
  const location = part(LOCATION);
  if (location !== undefined) messages.push(locationOf(location));
  const system = part(SYSTEM);
  if (system !== undefined) messages.push(systemOf(system));
  const description = part(SELF_ID)?.secondary.text(23, "text", "description") ?? null;
  if (description !== null) messages.push({ type: "self_id", descriptionType: 0, description });
  const operatorId = part(OPERATOR_ID)?.secondary.text(20, "operator_id") ?? null;
  if (operatorId !== null) messages.push({ type: "operator_id", operatorIdType: 0, operatorId });
  if (messages.length === 0) faults.refuse("missing_field", BASIC_ID, "none of its messages is set");
  return faults.outcome({
    kind: "frame",
    observedAtMs: null,
    sensorId: null,
    transmitter: mac === null ? null : { kind: "mac", address: mac },
    technology: technologyOf(firstOf(ids, (id) => id.value("transport")) ?? faults.value("message_type", "transport")),
    rssiDbm: rssi === 0 ? null : rssi,
    messages,
  });
}

function firstOf<T>(ids: readonly JsonFields[], read: (id: JsonFields) => T): T | undefined {
  return ids.map(read).find((value) => value !== null && value !== undefined);
}

/** `aext.AdvA` is the address followed by its type: `"AA:BB:CC:DD:EE:FF random"`. */
function macOfAdvertiser(fields: JsonFields): string | null {
  const advertiser = fields.part("aext")?.value("AdvA");
  if (typeof advertiser !== "string") return null;
  return fields.renamed("aext", { AdvA: advertiser.trim().split(/\s/)[0] }).mac("AdvA");
}

/** Converts the decoder's names of the types: `Serial Number (ANSI/CTA-2063-A)`, `CAA Assigned Registration ID`, … */
function idTypeOf(value: unknown): number {
  if (typeof value === "number") return value >= 0 && value <= 15 && Number.isInteger(value) ? value : 0;
  const name = typeof value === "string" ? value.toLowerCase() : "";
  if (name.startsWith("serial")) return 1;
  if (name.includes("registration")) return 2;
  if (name.includes("utm")) return 3;
  return name.includes("session") ? 4 : 0;
}

function locationOf(fields: JsonFields): LocationMessage {
  const { secondary } = fields;
  const altitude = (...names: string[]): number | null => secondary.known(-1000, ALTITUDE, ...names);
  return {
    type: "location",
    status: secondary.code(15, STATUS, "op_status", "status"),
    directionDeg: directionOf(fields),
    horizontalSpeedMps: secondary.known(255, SPEED, "speed"),
    verticalSpeedMps: secondary.known(63, VERTICAL_SPEED, "vert_speed"),
    ...fields.position(["latitude"], ["longitude"]),
    altitudePressureM: altitude("pressure_altitude", "alt_pressure"),
    altitudeGeodeticM: altitude("geodetic_altitude"),
    heightReference: heightReferenceOf(fields.value("height_type")),
    heightM: altitude("height_agl"),
    horizontalAccuracyCode: accuracyCode(fields.value("horizontal_accuracy"), horizontalAccuracyM),
    verticalAccuracyCode: accuracyCode(fields.value("vertical_accuracy"), verticalAccuracyM),
    pressureAccuracyCode: accuracyCode(fields.value("baro_accuracy"), verticalAccuracyM),
    speedAccuracyCode: accuracyCode(fields.value("speed_accuracy"), speedAccuracyMps),
    timestampAccuracyCode: 0,
    secondsAfterHour: writtenSecondsAfterHour(fields.value("timestamp")),
  };
}

/** Eastern directions end at 179°: the decoder writes "unknown" as 181 with an eastern segment. */
function directionOf(fields: JsonFields): number | null {
  const direction = fields.secondary.known(361, DIRECTION, "direction");
  const isEast = /^e/i.test(String(fields.value("ew_dir_segment") ?? ""));
  return isEast && direction === 181 ? null : direction;
}

function heightReferenceOf(value: unknown): "take_off" | "ground" {
  return typeof value === "string" && /take/i.test(value) ? "take_off" : "ground";
}

function systemOf(fields: JsonFields): SystemMessage {
  const { secondary } = fields;
  const raw = secondary.number({ min: 0, max: 0xffffffff }, "timestamp_raw");
  const system = operatorMessage(fields.position(["operator_lat", "latitude"], ["operator_lon", "longitude"]));
  return {
    ...system,
    operatorLocationType: operatorLocationType(fields, "operator_location_type"),
    classificationType: secondary.code(7, CLASSIFICATION, "classification_type"),
    categoryEu: secondary.code(15, EU_CATEGORY, "ua_classification_category_type"),
    classEu: secondary.code(15, EU_CLASS, "ua_classification_category_class"),
    operatorAltitudeGeodeticM: secondary.known(-1000, ALTITUDE, "geodetic_altitude", "operator_alt_geo"),
    timestampMs: raw === null ? null : odidTimestampMs(raw),
  };
}

/** Whether an object is a track of an aircraft as DragonSync publishes it (MQTT, HTTP). */
export function isDragonSyncTrack(object: JsonObject): boolean {
  return "lat" in object && ["track_type", "id_type", "pilot_lat", "seen_by"].some((field) => field in object);
}

/**
 * Decodes a track of DragonSync: `{id, id_type, mac, lat, lon, alt, height, speed, vspeed, direction, pilot_lat,
 * pilot_lon, operator_id, caa_id, rssi, seen_by, observed_at, …}`. A height of 0 means unknown; `alt` is the geodetic
 * altitude. Crewed aircraft (ADS-B) yield nothing.
 */
export function decodeDragonSyncTrack(object: JsonObject): Decoded[] {
  const fields = new JsonFields(withoutUnits(object));
  if (fields.value("track_type") === "aircraft") return [];
  const mac = fields.mac("mac");
  const rssi = fields.secondary.number(RSSI, "rssi");
  const observedAtMs = fields.moment("observed_at", "last_update_time");
  const sensorId = fields.text(64, "seen_by");
  const messages = trackMessages(fields);
  return fields.outcome({
    kind: "frame",
    observedAtMs,
    sensorId,
    transmitter: mac === null ? null : { kind: "mac", address: mac },
    technology: technologyOf(fields.value("transport")),
    rssiDbm: rssi === 0 ? null : rssi,
    messages,
  });
}

function trackMessages(fields: JsonFields): OdidMessage[] {
  const messages: OdidMessage[] = [];
  const { secondary } = fields;
  const uaType = secondary.code(15, UA_TYPE_NAMES, "ua_type");
  // The id of a track is `drone-` followed by the identifier of the aircraft.
  const id = fields.text(64, "id")?.replace(/^drone-/, "") ?? "";
  if (id !== "") messages.push(basicIdMessage({ idType: idTypeOf(fields.value("id_type")), uaType, uasId: id }));
  const registration = fields.text(20, "caa_id", "caa");
  if (registration !== null && registration !== id) {
    messages.push(basicIdMessage({ idType: 2, uaType, uasId: registration }));
  }
  messages.push({
    type: "location",
    status: secondary.code(15, STATUS, "op_status"),
    directionDeg: secondary.known(361, DIRECTION, "direction"),
    horizontalSpeedMps: secondary.known(255, SPEED, "speed"),
    verticalSpeedMps: secondary.known(63, VERTICAL_SPEED, "vspeed"),
    ...fields.position(["lat"], ["lon"]),
    altitudePressureM: secondary.known(0, ALTITUDE, "pressure_altitude"),
    altitudeGeodeticM: secondary.known(0, ALTITUDE, "alt"),
    heightReference: heightReferenceOf(fields.value("height_type")),
    heightM: secondary.known(0, ALTITUDE, "height"),
    horizontalAccuracyCode: accuracyCode(fields.value("horizontal_accuracy"), horizontalAccuracyM),
    verticalAccuracyCode: accuracyCode(fields.value("vertical_accuracy"), verticalAccuracyM),
    pressureAccuracyCode: accuracyCode(fields.value("baro_accuracy"), verticalAccuracyM),
    speedAccuracyCode: accuracyCode(fields.value("speed_accuracy"), speedAccuracyMps),
    timestampAccuracyCode: 0,
    secondsAfterHour: writtenSecondsAfterHour(fields.value("rid_timestamp")),
  });
  const pilot = fields.position(["pilot_lat"], ["pilot_lon"]);
  if (pilot.latitude !== null) messages.push(operatorMessage(pilot));
  const operatorId = secondary.text(20, "operator_id");
  if (operatorId !== null) messages.push({ type: "operator_id", operatorIdType: 0, operatorId });
  return messages;
}

/**
 * Decodes the status of a WarDragon kit: `{serial_number, timestamp, gps_data: {latitude, longitude, altitude},
 * system_stats}`.
 */
export function decodeWarDragonStatus(object: JsonObject): Decoded[] {
  const fields = new JsonFields(object);
  const gpsData = object["gps_data"];
  const gps = fields.renamed("gps_data", isRecord(gpsData) ? withoutUnits(gpsData) : {});
  const at = gps.position(["latitude"], ["longitude"]);
  const sensor: DecodedSensor = {
    kind: "sensor",
    observedAtMs: fields.moment("timestamp"),
    sensorId: fields.text(64, "serial_number", "id"),
    ...at,
    altitudeMslM: at.latitude === null ? null : gps.secondary.known(0, ALTITUDE, "altitude"),
    satellites: null,
    batteryVolts: null,
  };
  return fields.outcome(sensor);
}
