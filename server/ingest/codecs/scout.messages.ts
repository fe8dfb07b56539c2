import { UA_TYPES } from "../../kernel/ua-types.ts";
import type { JsonFields, Range } from "./json.fields.ts";
import { basicIdMessage } from "./odid.encode.ts";
import { odidTimestampMs } from "./odid.decode.ts";
import { OPERATOR_LOCATION_UNKNOWN } from "./odid.messages.ts";
import type {
  AuthenticationMessage,
  BasicIdMessage,
  LocationMessage,
  OdidMessage,
  OperatorIdMessage,
  SelfIdMessage,
  SystemMessage,
} from "./odid.messages.ts";

/** Names that receivers use for codes; the index of an entry is the code (`JsonFields.code`). */
const ID_TYPES = ["none", "serial_number", "caa_registration_id", "utm_assigned_uuid", "specific_session_id"];
export const STATUS = ["undeclared", "ground", "airborne", "emergency", "remote_id_system_failure"];
const HEIGHT_REFERENCE = ["takeoff", "ground"];
const OPERATOR_LOCATION = ["takeoff", "live_gnss", "fixed"];
export const CLASSIFICATION = ["undeclared", "eu"];
export const EU_CATEGORY = ["undeclared", "open", "specific", "certified"];
export const EU_CLASS = ["undeclared", "class_0", "class_1", "class_2", "class_3", "class_4", "class_5", "class_6"];
const DESCRIPTION = ["text", "emergency", "extended_status"];
export const UA_TYPE_NAMES = ["none", ...UA_TYPES.slice(1)];
// Accuracies are named after their bound; the first of the list is "unknown".
const HORIZONTAL_ACCURACY = "unknown,10NM,4NM,2NM,1NM,0_5NM,0_3NM,0_1NM,0_05NM,30_METER,10_METER,3_METER,1_METER".split(
  ",",
);
const VERTICAL_ACCURACY = "unknown,150_METER,45_METER,25_METER,10_METER,3_METER,1_METER".split(",");
const SPEED_ACCURACY =
  "unknown,10_METERS_PER_SECOND,3_METERS_PER_SECOND,1_METERS_PER_SECOND,0_3_METERS_PER_SECOND".split(",");

export const ALTITUDE: Range = { min: -1000, max: 31_767.5 };
/** A time as a bare number: from here on it is Unix time, below the standard's own (since the hour, or since 2019). */
const UNIX_TIME_FROM = 1_500_000_000;

/** The messages of an `odid` object that are set; a part whose `…Valid` field is false is not. */
export function scoutMessages(odid: JsonFields): OdidMessage[] {
  const messages: OdidMessage[] = [];
  for (const part of validParts(odid, "BasicID")) {
    const message = basicIdOf(part);
    if (message !== undefined) messages.push(message);
  }
  const [location] = validParts(odid, "Location");
  if (location !== undefined) messages.push(locationOf(location));
  for (const part of [...validParts(odid, "Auth"), ...validParts(odid, "Authentication")]) {
    const message = part.whole(authenticationOf);
    if (message !== undefined) messages.push(message);
  }
  const selfId = textOrPart(odid, "SelfID");
  if (typeof selfId === "string") messages.push({ type: "self_id", descriptionType: 0, description: selfId });
  else if (selfId !== undefined) messages.push(selfIdOf(selfId));
  const [system] = validParts(odid, "System");
  if (system !== undefined) messages.push(systemOf(system));
  const operatorId = textOrPart(odid, "OperatorID");
  if (typeof operatorId === "string") messages.push({ type: "operator_id", operatorIdType: 0, operatorId });
  else if (operatorId !== undefined) messages.push(operatorIdOf(operatorId));
  return messages;
}

function validParts(odid: JsonFields, name: MessageName): readonly JsonFields[] {
  return isValid(odid, name) ? odid.parts(name) : [];
}

/** An id without a declared type has none: the type is not inferred from its text. */
function basicIdOf(fields: JsonFields): BasicIdMessage | undefined {
  const idType = fields.code(15, ID_TYPES, "IDType");
  const uasId = fields.text(idType === 3 || idType === 4 ? 40 : 20, "UASID", "ID");
  if (uasId === null) return undefined;
  return basicIdMessage({ idType, uaType: fields.secondary.code(15, UA_TYPE_NAMES, "UAType"), uasId });
}

function locationOf(fields: JsonFields): LocationMessage {
  const { secondary } = fields;
  const altitude = (...names: string[]): number | null => secondary.known(-1000, ALTITUDE, ...names);
  const heightReference = fields.whole((one) => one.code(1, HEIGHT_REFERENCE, "HeightType"));
  return {
    type: "location",
    status: secondary.code(15, STATUS, "Status"),
    directionDeg: secondary.known(361, { min: 0, max: 360 }, "Direction"),
    horizontalSpeedMps: secondary.known(255, { min: 0, max: 254.25 }, "SpeedHorizontal"),
    verticalSpeedMps: secondary.known(63, { min: -62, max: 62 }, "SpeedVertical"),
    ...fields.position(["Latitude", "Lat"], ["Longitude", "Lon", "Lng"]),
    altitudePressureM: altitude("AltitudeBaro", "AltitudePressure"),
    altitudeGeodeticM: altitude("AltitudeGeo", "AltitudeGeodetic"),
    heightReference: heightReference === 1 ? "ground" : "take_off",
    heightM: heightReference === undefined ? null : altitude("Height"),
    horizontalAccuracyCode: secondary.code(15, HORIZONTAL_ACCURACY, "HorizAccuracy", "HorizontalAccuracy"),
    verticalAccuracyCode: secondary.code(15, VERTICAL_ACCURACY, "VertAccuracy", "VerticalAccuracy"),
    pressureAccuracyCode: secondary.code(15, VERTICAL_ACCURACY, "BaroAccuracy"),
    speedAccuracyCode: secondary.code(15, SPEED_ACCURACY, "SpeedAccuracy"),
    timestampAccuracyCode: secondary.code(15, [], "TSAccuracy", "TimestampAccuracy"),
    secondsAfterHour: secondsAfterHour(secondary),
  };
}

/** The standard's seconds after the hour, or a whole time from which they follow: SCOUT's has no offset and is UTC. */
function secondsAfterHour(fields: JsonFields): number | null {
  const value = fields.scalar("Timestamp");
  if (value === undefined || Number(value) === 0xffff) return null;
  if (Number(value) < UNIX_TIME_FROM) return fields.number({ min: 0, max: 3600 }, "Timestamp");
  const timeMs = fields.utcMoment("Timestamp");
  return timeMs === null ? null : (timeMs % 3_600_000) / 1000;
}

/** The standard's seconds since 2019, or a whole time. */
function timestampMs(fields: JsonFields): number | null {
  const value = fields.scalar("Timestamp");
  if (value === undefined || Number(value) === 0) return null;
  if (Number(value) < UNIX_TIME_FROM)
    return odidTimestampMs(fields.number({ min: 0, max: UNIX_TIME_FROM }, "Timestamp") ?? 0);
  return fields.utcMoment("Timestamp");
}

/** All or nothing: a page with a wrong number or content would become part of a signature that was never sent. */
function authenticationOf(fields: JsonFields): AuthenticationMessage {
  const page = fields.code(15, [], "DataPage", "Page");
  const isFirst = page === 0;
  return {
    type: "authentication",
    authType: fields.code(15, [], "AuthType"),
    page,
    lastPageIndex: isFirst ? fields.code(15, [], "LastPageIndex") : null,
    length: isFirst ? fields.code(255, [], "Length") : null,
    timestampMs: isFirst ? timestampMs(fields) : null,
    dataHex: authenticationHex(fields.text(46, "AuthData", "Data") ?? "", isFirst ? 17 : 23),
  };
}

/** The data as hexadecimal or base64, filled up with zeros to the size of its page. */
function authenticationHex(value: string, bytes: number): string {
  const isHex = value.length % 2 === 0 && /^[0-9a-f]*$/i.test(value);
  const hex = isHex ? value.toLowerCase() : Buffer.from(value, "base64").toString("hex");
  return hex.slice(0, bytes * 2).padEnd(bytes * 2, "0");
}

function selfIdOf(fields: JsonFields): SelfIdMessage {
  const description = fields.secondary.text(23, "Desc", "Description") ?? "";
  return {
    type: "self_id",
    descriptionType: fields.secondary.code(255, DESCRIPTION, "DescType", "DescriptionType"),
    description,
  };
}

function systemOf(fields: JsonFields): SystemMessage {
  const { secondary } = fields;
  const operator = fields.position(["OperatorLatitude"], ["OperatorLongitude"]);
  return {
    type: "system",
    operatorLocationType: operatorLocationType(fields, "OperatorLocationType"),
    classificationType: secondary.code(7, CLASSIFICATION, "ClassificationType"),
    operatorLatitude: operator.latitude,
    operatorLongitude: operator.longitude,
    areaCount: secondary.code(0xffff, [], "AreaCount"),
    areaRadiusM: secondary.number({ min: 0, max: 0xffff }, "AreaRadius") ?? 0,
    areaCeilingM: secondary.known(-1000, ALTITUDE, "AreaCeiling"),
    areaFloorM: secondary.known(-1000, ALTITUDE, "AreaFloor"),
    categoryEu: secondary.code(15, EU_CATEGORY, "CategoryEU"),
    classEu: secondary.code(15, EU_CLASS, "ClassEU"),
    operatorAltitudeGeodeticM: secondary.known(-1000, ALTITUDE, "OperatorAltitudeGeo", "OperatorAltitude"),
    timestampMs: timestampMs(secondary),
  };
}

/** Unknown where it is missing or impossible: 0 would be a take-off. */
export function operatorLocationType(fields: JsonFields, name: string): number {
  if (fields.value(name) === undefined) return OPERATOR_LOCATION_UNKNOWN;
  return fields.whole((one) => one.code(3, OPERATOR_LOCATION, name)) ?? OPERATOR_LOCATION_UNKNOWN;
}

function operatorIdOf(fields: JsonFields): OperatorIdMessage {
  const operatorIdType = fields.secondary.code(255, [], "OperatorIdType");
  return { type: "operator_id", operatorIdType, operatorId: fields.secondary.text(20, "OperatorId") ?? "" };
}

/** A message that may be given as its bare text: that, or its fields. */
function textOrPart(odid: JsonFields, name: "SelfID" | "OperatorID"): string | JsonFields | undefined {
  if (!isValid(odid, name)) return undefined;
  const value = odid.value(name);
  if (typeof value !== "string") return odid.part(name);
  return odid.secondary.text(name === "SelfID" ? 23 : 20, name) ?? undefined;
}

type MessageName = keyof typeof VALIDITY;

/**
 * The fields that mark whether a message is set. Spelled out, because building a name costs more than reading its
 * field.
 */
const VALIDITY = {
  BasicID: "BasicIDValid",
  Location: "LocationValid",
  Auth: "AuthValid",
  Authentication: "AuthenticationValid",
  SelfID: "SelfIDValid",
  System: "SystemValid",
  OperatorID: "OperatorIDValid",
} as const;

function isValid(odid: JsonFields, name: MessageName): boolean {
  const value = odid.value(VALIDITY[name]);
  if (Array.isArray(value)) return value.some(Boolean);
  return value === undefined || Boolean(value);
}
