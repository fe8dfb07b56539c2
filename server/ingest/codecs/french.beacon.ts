import { Buffer } from "node:buffer";
import type { DecodedFrame, Refused, Transmitter } from "../decoded.ts";
import { hexOf, textOf } from "./bytes.text.ts";
import type { BasicIdMessage, LocationMessage, OdidMessage, SystemMessage } from "./odid.messages.ts";
import type { Reception } from "./radio.decoded.ts";
import { dataViewOf } from "../../kernel/data-view.ts";

const PROTOCOL_VERSION = 1;
const DEGREE = 100_000;
const SERIAL_NUMBER = 1;
const REGISTRATION = 2;
const TAKE_OFF = 0;

/** Types from the table of the arrêté; `FIELDS` gives the permitted length of their values in bytes. */
const VERSION = 1;
const FRENCH_ID = 2;
const ANSI_CTA_ID = 3;
const LATITUDE = 4;
const LONGITUDE = 5;
const ALTITUDE = 6;
const HEIGHT = 7;
const TAKE_OFF_LATITUDE = 8;
const TAKE_OFF_LONGITUDE = 9;
const GROUND_SPEED = 10;
const HEADING = 11;

const FIELDS: ReadonlyMap<number, { readonly name: string; readonly bytes: readonly [min: number, max: number] }> =
  new Map([
    [VERSION, { name: "version", bytes: [1, 1] }],
    [FRENCH_ID, { name: "id_fr", bytes: [1, 30] }],
    [ANSI_CTA_ID, { name: "id_ansi_cta", bytes: [1, 30] }],
    [LATITUDE, { name: "latitude", bytes: [4, 4] }],
    [LONGITUDE, { name: "longitude", bytes: [4, 4] }],
    [ALTITUDE, { name: "altitude", bytes: [2, 2] }],
    [HEIGHT, { name: "height", bytes: [2, 2] }],
    [TAKE_OFF_LATITUDE, { name: "take_off_latitude", bytes: [4, 4] }],
    [TAKE_OFF_LONGITUDE, { name: "take_off_longitude", bytes: [4, 4] }],
    [GROUND_SPEED, { name: "ground_speed", bytes: [1, 1] }],
    [HEADING, { name: "heading", bytes: [2, 2] }],
  ]);

/**
 * Decodes the French electronic identification ("signalement électronique", arrêté du 27 décembre 2019, annexes): the
 * content after organisation 6A-5C-35 and type 01 in the vendor element of a beacon. It consists of type, length and
 * value; numbers are big-endian, in 1e-5 degrees (WGS84), metres, m/s and degrees from true north. Altitude is above sea
 * level, height above take-off; one of the two is enough. Unknown types, as of a later version, are ignored. Never throws.
 */
export function decodeFrenchIdentification(
  payload: Uint8Array,
  transmitter: Transmitter & { readonly kind: "mac" },
  { observedAtMs, rssiDbm }: Reception,
): DecodedFrame | Refused {
  const values = valuesOf(payload, transmitter.address);
  if (!(values instanceof Map)) return values;
  const version = values.get(VERSION)?.[0];
  if (version !== undefined && version !== PROTOCOL_VERSION) {
    return refused("value_out_of_range", "version", `version ${version} from ${transmitter.address}`);
  }
  const identifiers = identifiersOf(values);
  if (identifiers.length === 0) return refused("missing_field", "id_fr", `no identifier from ${transmitter.address}`);
  const latitude = degrees(values, LATITUDE);
  const longitude = degrees(values, LONGITUDE);
  if (latitude === null) return refused("missing_field", "latitude", `no latitude from ${transmitter.address}`);
  if (longitude === null) return refused("missing_field", "longitude", `no longitude from ${transmitter.address}`);
  const hasPosition = latitude !== 0 || longitude !== 0;
  const location = locationOf(values, hasPosition ? { latitude, longitude } : UNKNOWN_POSITION);
  const takeOff = takeOffOf(values);
  const messages: OdidMessage[] = [...identifiers, location, ...(takeOff === undefined ? [] : [takeOff])];
  return {
    kind: "frame",
    observedAtMs,
    sensorId: null,
    transmitter,
    technology: "wifi_beacon",
    rssiDbm,
    messages,
  };
}

type Values = ReadonlyMap<number, Uint8Array>;
type Position = { readonly latitude: number | null; readonly longitude: number | null };

const UNKNOWN_POSITION: Position = { latitude: null, longitude: null };

/** The values by type, with their length checked; the last value of a repeated type applies. */
function valuesOf(payload: Uint8Array, from: string): Map<number, Uint8Array> | Refused {
  const values = new Map<number, Uint8Array>();
  let at = 0;
  while (at < payload.length) {
    const type = payload[at]!;
    const end = at + 2 + (payload[at + 1] ?? 0);
    if (at + 2 > payload.length || end > payload.length) {
      const detail = `French identification of ${from}: the value of type ${type} is cut short`;
      return { kind: "refused", reason: "truncated_frame", detail };
    }
    const field = FIELDS.get(type);
    const value = payload.subarray(at + 2, end);
    if (field !== undefined) {
      const [min, max] = field.bytes;
      if (value.length < min || value.length > max) {
        return refused("value_out_of_range", field.name, `${value.length} bytes from ${from}, ${max} expected`);
      }
      values.set(type, value);
    }
    at = end;
  }
  return values;
}

/**
 * The French identifier is a serial number: manufacturer, model and number of the aircraft or of its add-on beacon. If an
 * ANSI/CTA-2063-A serial number is sent as well, that is the serial number, and the French identifier is the one under
 * which the aircraft is registered with the authority.
 */
function identifiersOf(values: Values): BasicIdMessage[] {
  const ansi = textIn(values, ANSI_CTA_ID);
  const french = textIn(values, FRENCH_ID);
  const identifiers: BasicIdMessage[] = [];
  if (ansi !== "") identifiers.push(basicIdOf(SERIAL_NUMBER, ansi));
  if (french !== "") identifiers.push(basicIdOf(ansi === "" ? SERIAL_NUMBER : REGISTRATION, french));
  return identifiers;
}

/** Does not use the encoder of Open Drone ID, because the identifier may be longer than its 20 bytes. */
function basicIdOf(idType: number, uasId: string): BasicIdMessage {
  return { type: "basic_id", idType, uaType: 0, uasId, uasIdHex: hexOf(Buffer.from(uasId)) };
}

function textIn(values: Values, type: number): string {
  const value = values.get(type);
  return value === undefined ? "" : textOf(value, 0, value.length).trim();
}

function locationOf(values: Values, position: Position): LocationMessage {
  const heading = uint16(values.get(HEADING));
  return {
    type: "location",
    // The beacon is sent from take-off to landing, but contains no status.
    status: 0,
    directionDeg: heading !== null && heading <= 360 ? heading : null,
    horizontalSpeedMps: values.get(GROUND_SPEED)?.[0] ?? null,
    verticalSpeedMps: null,
    ...position,
    altitudePressureM: null,
    altitudeGeodeticM: null,
    altitudeMslM: int16(values.get(ALTITUDE)),
    heightReference: "take_off",
    heightM: int16(values.get(HEIGHT)),
    horizontalAccuracyCode: 0,
    verticalAccuracyCode: 0,
    pressureAccuracyCode: 0,
    speedAccuracyCode: 0,
    timestampAccuracyCode: 0,
    secondsAfterHour: null,
  };
}

/** The take-off point as the operator's position, as Remote ID permits; `undefined` if unknown. */
function takeOffOf(values: Values): SystemMessage | undefined {
  const latitude = degrees(values, TAKE_OFF_LATITUDE);
  const longitude = degrees(values, TAKE_OFF_LONGITUDE);
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return undefined;
  return {
    type: "system",
    operatorLocationType: TAKE_OFF,
    classificationType: 0,
    operatorLatitude: latitude,
    operatorLongitude: longitude,
    areaCount: 0,
    areaRadiusM: 0,
    areaCeilingM: null,
    areaFloorM: null,
    categoryEu: 0,
    classEu: 0,
    operatorAltitudeGeodeticM: null,
    timestampMs: null,
  };
}

function degrees(values: Values, type: number): number | null {
  const value = values.get(type);
  return value === undefined ? null : dataViewOf(value).getInt32(0) / DEGREE;
}

function int16(value: Uint8Array | undefined): number | null {
  return value === undefined ? null : dataViewOf(value).getInt16(0);
}

function uint16(value: Uint8Array | undefined): number | null {
  return value === undefined ? null : dataViewOf(value).getUint16(0);
}

function refused(reason: "missing_field" | "value_out_of_range", field: string, what: string): Refused {
  return { kind: "refused", reason, field, detail: `French identification, ${field}: ${what}` };
}
