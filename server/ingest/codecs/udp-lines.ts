import { isRecord } from "../../kernel/is-record.ts";
import type { Decoded, Refused } from "../decoded.ts";
import { isDragonSyncPart } from "./dragonsync.parts.ts";
import { JsonFields, jsonObjectOf, technologyOf, type JsonObject } from "./json.fields.ts";
import { basicIdMessage } from "./odid.encode.ts";
import type { LocationMessage, OdidMessage } from "./odid.messages.ts";
import { decodeReceiverList, decodeReceiverObject } from "./receiver.json.ts";

const MAX_LINE_CHARS = 8192;
const ALTITUDE = { min: -1000, max: 31_767.5 };

/**
 * The lines of one datagram, or of a piece of a file: JSON objects of the form
 * `{t, mac, radio, rssi, channel, lat, lon, alt, speed, hdg, id}`, or in one of the formats of other receivers
 * (`receiver.json.ts`), these also as a list in one line. Empty lines yield nothing.
 */
export function decodeUdpLines(text: string): Decoded[] {
  const decoded: Decoded[] = [];
  for (const line of text.split("\n")) if (line.trim() !== "") decoded.push(...decodeLine(line));
  return decoded;
}

/** As `decodeUdpLines`, but the text may also be one JSON document of several lines. */
export function decodeUdpText(text: string): Decoded[] {
  const isDocument = /^\s*[[{]\s*[\r\n]/.test(text) && text.length <= MAX_LINE_CHARS;
  const document = isDocument ? objectsOf(parsed(text)) : undefined;
  return document === undefined ? decodeUdpLines(text) : [...decodeList(document)];
}

function decodeLine(line: string): readonly Decoded[] {
  if (line.length > MAX_LINE_CHARS) return [tooLong(line)];
  const whole = jsonObjectOf(line);
  if (whole.kind === "object") return decodeObject(whole.object);
  const list = listIn(line);
  return list === undefined ? [whole] : decodeList(list);
}

function decodeList(list: readonly JsonObject["object"][]): readonly Decoded[] {
  return list.every(isDragonSyncPart) ? decodeReceiverList(list) : list.flatMap(decodeObject);
}

function decodeObject(object: JsonObject["object"]): readonly Decoded[] {
  return decodeReceiverObject(object) ?? decodeObjectOfLine(object);
}

/** The objects of a list, with or without its brackets; `undefined` if it contains anything else. */
function listIn(line: string): readonly JsonObject["object"][] | undefined {
  const text = line.trim();
  if (!/^(?:\[\s*)?\{/.test(text)) return undefined;
  return objectsOf(parsed(text.startsWith("[") ? text : `[${text}]`));
}

function objectsOf(value: unknown): readonly JsonObject["object"][] | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every(isRecord) ? list : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function tooLong(line: string): Refused {
  return { kind: "refused", reason: "malformed_json", detail: `a line of ${line.length} characters` };
}

/**
 * One line as an object. Only an identity is needed: `mac`, `id`, or both. `t` is Unix seconds, milliseconds or ISO 8601
 * with an offset; `alt` metres above the WGS84 ellipsoid, `speed` m/s, `hdg` degrees from true north. The format defines
 * `id` as the serial number, so that is the declared type. A refusal names the field.
 */
function decodeObjectOfLine(object: JsonObject["object"]): readonly Decoded[] {
  const fields = new JsonFields(object);
  const observedAtMs = fields.moment("t");
  const mac = fields.mac("mac");
  const rssiDbm = fields.secondary.number({ min: -150, max: 30 }, "rssi");
  const id = fields.text(20, "id");
  const location = locationOf(fields);
  if (mac === null && id === null && fields.fault === undefined) {
    return [{ kind: "refused", reason: "no_transmitter", detail: "neither mac nor id" }];
  }
  const messages: OdidMessage[] = id === null ? [] : [basicIdMessage({ idType: 1, uaType: 0, uasId: id })];
  if (location !== undefined) messages.push(location);
  if (messages.length === 0) fields.refuse("missing_field", "lat", "neither a position nor an id");
  return fields.outcome({
    kind: "frame",
    observedAtMs,
    sensorId: null,
    transmitter: mac === null ? null : { kind: "mac", address: mac },
    technology: technologyOf(fields.value("radio")),
    rssiDbm,
    messages,
  });
}

function locationOf(fields: JsonFields): LocationMessage | undefined {
  const { latitude, longitude } = fields.position(["lat"], ["lon"]);
  const { secondary } = fields;
  const altitudeGeodeticM = secondary.known(-1000, ALTITUDE, "alt");
  const horizontalSpeedMps = secondary.known(255, { min: 0, max: 254.25 }, "speed");
  const directionDeg = secondary.known(361, { min: 0, max: 360 }, "hdg");
  if (latitude === null && altitudeGeodeticM === null && horizontalSpeedMps === null && directionDeg === null) {
    return undefined;
  }
  return {
    type: "location",
    status: 0,
    directionDeg,
    horizontalSpeedMps,
    verticalSpeedMps: null,
    latitude,
    longitude,
    altitudePressureM: null,
    altitudeGeodeticM,
    heightReference: "take_off",
    heightM: null,
    horizontalAccuracyCode: 0,
    verticalAccuracyCode: 0,
    pressureAccuracyCode: 0,
    speedAccuracyCode: 0,
    timestampAccuracyCode: 0,
    secondsAfterHour: null,
  };
}
