import type { Decoded } from "../decoded.ts";
import { JsonFields, technologyOf } from "./json.fields.ts";
import { basicIdMessage } from "./odid.encode.ts";
import {
  OPERATOR_LOCATION_UNKNOWN,
  type LocationMessage,
  type OdidMessage,
  type SystemMessage,
} from "./odid.messages.ts";

/** Above the ellipsoid: the firmware passes on the geodetic altitude, in whole metres. */
const ALTITUDE = { min: -1000, max: 31_767.5 };
const SERIAL_NUMBER = 1;

/**
 * Decodes a detection of the mesh-mapper family (drone-mesh-mapper, Sky Spy and other ESP32 firmware): `{mac, rssi,
 * drone_lat, drone_long, drone_altitude, pilot_lat, pilot_long, basic_id}`. 0 means not received. The firmware does not
 * pass on the type of `basic_id`; it is used as the serial number, which nearly every aircraft sends.
 */
export function decodeMeshMapperObject(object: Readonly<Record<string, unknown>>): Decoded[] {
  const fields = new JsonFields(object);
  const mac = fields.mac("mac");
  const id = fields.text(20, "basic_id");
  const rssi = fields.secondary.number({ min: -150, max: 30 }, "rssi");
  const observedAtMs = fields.moment("timestamp", "last_update");
  const location = locationOf(fields);
  const pilot = pilotOf(fields);
  const messages: OdidMessage[] = [];
  if (id !== null) messages.push(basicIdMessage({ idType: SERIAL_NUMBER, uaType: 0, uasId: id }));
  if (location !== undefined) messages.push(location);
  if (pilot !== undefined) messages.push(pilot);
  if (fields.fault !== undefined) return [fields.fault];
  if (mac === null && id === null) {
    return [{ kind: "refused", reason: "no_transmitter", detail: "neither mac nor basic_id" }];
  }
  // The firmware received a message whose content it does not pass on.
  if (messages.length === 0) fields.refuse("missing_field", "drone_lat", "neither a position nor an id");
  return fields.outcome({
    kind: "frame",
    observedAtMs,
    sensorId: null,
    transmitter: mac === null ? null : { kind: "mac", address: mac },
    technology: technologyOf(fields.value("type", "transport", "protocol")),
    rssiDbm: rssi === 0 ? null : rssi,
    messages,
  });
}

function locationOf(fields: JsonFields): LocationMessage | undefined {
  const { latitude, longitude } = fields.position(["drone_lat"], ["drone_long", "drone_lon"]);
  if (latitude === null) return undefined;
  const altitudeM = fields.secondary.known(-1000, ALTITUDE, "drone_altitude");
  return {
    type: "location",
    status: 0,
    directionDeg: fields.secondary.known(361, { min: 0, max: 360 }, "heading"),
    horizontalSpeedMps: fields.secondary.known(255, { min: 0, max: 254.25 }, "speed"),
    verticalSpeedMps: null,
    latitude,
    longitude,
    altitudePressureM: null,
    altitudeGeodeticM: altitudeM === 0 ? null : altitudeM,
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

function pilotOf(fields: JsonFields): SystemMessage | undefined {
  const { latitude, longitude } = fields.position(["pilot_lat"], ["pilot_long", "pilot_lon"]);
  return latitude === null ? undefined : operatorMessage({ latitude, longitude });
}

/** A system message that contains only the operator's position. */
export function operatorMessage(at: { latitude: number | null; longitude: number | null }): SystemMessage {
  return {
    type: "system",
    operatorLocationType: OPERATOR_LOCATION_UNKNOWN,
    classificationType: 0,
    operatorLatitude: at.latitude,
    operatorLongitude: at.longitude,
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
