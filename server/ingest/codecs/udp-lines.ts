import type { DecodedFrame, Rejected } from "../decoded.ts";
import { JsonFields, jsonObjectOf, technologyOf } from "./json.fields.ts";
import { basicIdMessage } from "./odid.encode.ts";
import type { LocationMessage, OdidMessage } from "./odid.messages.ts";

const MAX_LINE_CHARS = 8192;
const ALTITUDE = { min: -1000, max: 31_767.5 };

/**
 * The lines of one datagram, or of a piece of a file: JSON objects of the form
 * `{t, mac, radio, rssi, channel, lat, lon, alt, speed, hdg, id}`. Empty lines yield nothing.
 */
export function decodeUdpLines(text: string): (DecodedFrame | Rejected)[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(decodeUdpLine);
}

/**
 * One line. Only an identity is needed: `mac`, `id`, or both. `t` is Unix seconds, milliseconds or ISO 8601 with an
 * offset; `alt` metres above the WGS84 ellipsoid, `speed` m/s, `hdg` degrees from true north. The format defines `id`
 * as the serial number, so that is the declared type. A refusal names the field.
 */
export function decodeUdpLine(line: string): DecodedFrame | Rejected {
  if (line.length > MAX_LINE_CHARS) {
    return { kind: "refused", reason: "malformed_json", detail: `a line of ${line.length} characters` };
  }
  const parsed = jsonObjectOf(line);
  if (parsed.kind === "refused") return parsed;

  const fields = new JsonFields(parsed.object);
  const observedAtMs = fields.moment("t");
  const mac = fields.mac("mac");
  const rssiDbm = fields.number({ min: -150, max: 30 }, "rssi");
  const id = fields.text(20, "id");
  const location = locationOf(fields);
  fields.number({ min: 0, max: 233 }, "channel");
  if (mac === null && id === null) fields.refuse("no_transmitter", "mac", "neither mac nor id");
  const messages: OdidMessage[] = id === null ? [] : [basicIdMessage({ idType: 1, uaType: 0, uasId: id })];
  if (location !== undefined) messages.push(location);
  if (messages.length === 0) fields.refuse("missing_field", "lat", "neither a position nor an id");
  if (fields.fault !== undefined) return fields.fault;
  return {
    kind: "frame",
    observedAtMs,
    sensorId: null,
    transmitter: mac === null ? null : { kind: "mac", address: mac },
    technology: technologyOf(fields.value("radio")),
    rssiDbm,
    messages,
  };
}

function locationOf(fields: JsonFields): LocationMessage | undefined {
  const { latitude, longitude } = fields.position(["lat"], ["lon"]);
  const altitudeGeodeticM = fields.known(-1000, ALTITUDE, "alt");
  const horizontalSpeedMps = fields.known(255, { min: 0, max: 254.25 }, "speed");
  const directionDeg = fields.known(361, { min: 0, max: 360 }, "hdg");
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
