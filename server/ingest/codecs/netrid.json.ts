import { SECOND_MS } from "../../kernel/clock.ts";
import { isRecord } from "../../kernel/is-record.ts";
import type { DecodedFrame, Refused } from "../decoded.ts";
import { JsonFields } from "./json.fields.ts";
import { basicIdMessage } from "./odid.encode.ts";
import { OPERATOR_LOCATION_UNKNOWN } from "./odid.messages.ts";
import type { LocationMessage, OdidMessage, SystemMessage } from "./odid.messages.ts";

/**
 * Converts the responses of network Remote ID services (ASTM F3411-22a, Standard Remote ID API 2.1.0) to the messages
 * that an aircraft broadcasts. The codecs of this file never throw.
 */

/** Names by their code in the standard's messages. */
const UA_TYPES =
  "NotDeclared,Aeroplane,Helicopter,Gyroplane,HybridLift,Ornithopter,Glider,Kite,FreeBalloon,CaptiveBalloon,Airship,FreeFallOrParachute,Rocket,TetheredPoweredAircraft,GroundObstacle,Other".split(
    ",",
  );
const STATUS = ["Undeclared", "Ground", "Airborne", "Emergency", "RemoteIDSystemFailure"];
const HORIZONTAL = "HAUnknown,HA10NM,HA4NM,HA2NM,HA1NM,HA05NM,HA03NM,HA01NM,HA005NM,HA30m,HA10m,HA3m,HA1m".split(",");
const VERTICAL = "VAUnknown,VA150m,VA45m,VA25m,VA10m,VA3m,VA1m".split(",");
const SPEED = "SAUnknown,SA10mps,SA3mps,SA1mps,SA03mps".split(",");
const HEIGHT_REFERENCE = ["TakeoffLocation", "GroundLevel"];
const OPERATOR_LOCATION = ["Takeoff", "Dynamic", "Fixed"];
const EU_CATEGORY = ["EUCategoryUndefined", "Open", "Specific", "Certified"];
const EU_CLASS = ["EUClassUndefined", ..."Class0,Class1,Class2,Class3,Class4,Class5,Class6".split(",")];

const ALTITUDE = { min: -1000, max: 31_767.5 };
/** Older states are history that a service may not send (NetMaxNearRealTimeDataPeriod), with a margin. */
/** No view has as many; empty entries would be more than a million. */
const MAX_FLIGHTS = 5000;
const MAX_AGE_MS = 70 * SECOND_MS;
/** The largest difference between the clocks of a service and of an aircraft. */
const MAX_AHEAD_MS = 10 * SECOND_MS;

/** The details of a flight; empty until they were read. */
export type FlightDetails = readonly OdidMessage[];

/** One flight of a response, with the newest state of its aircraft. */
export type ReportedFlight = {
  readonly id: string;
  readonly uaType: number;
  /** The time of the state by the aircraft, Unix milliseconds. */
  readonly stateMs: number;
  /** The age of the state when the service responded, milliseconds. */
  readonly ageMs: number;
  readonly location: LocationMessage;
};

export type FlightsAnswer = {
  readonly flights: readonly (ReportedFlight | Refused)[];
  /** The service reports nothing in this view, until the next request to the DSS. */
  readonly isOutside: boolean;
};

/** The flights of a response to `/uss/flights`; a rejection names the first invalid field of a flight. */
export function decodeFlights(answer: unknown): FlightsAnswer {
  if (!isRecord(answer)) return { flights: [malformed("an answer that is not an object")], isOutside: false };
  const fields = new JsonFields(answer);
  const nowMs = fields.part("timestamp")?.moment("value") ?? null;
  const flights = answer["flights"];
  if (flights !== undefined && flights !== null && !Array.isArray(flights)) {
    return { flights: [malformed("flights that are not a list")], isOutside: false };
  }
  if ((flights ?? []).length > MAX_FLIGHTS) {
    return { flights: [malformed(`a list of more than ${MAX_FLIGHTS} flights`)], isOutside: false };
  }
  if (nowMs === null) return { flights: [missing("timestamp", "an answer without its time")], isOutside: false };
  return {
    flights: (flights ?? []).flatMap((flight: unknown) => flightOf(flight, nowMs) ?? []),
    isOutside: answer["no_isas_present"] === true,
  };
}

/** Undefined for a flight without a state: it is planned, or is somewhere in an area. */
function flightOf(value: unknown, nowMs: number): ReportedFlight | Refused | undefined {
  if (!isRecord(value)) return malformed("a flight that is not an object");
  const fields = new JsonFields(value);
  const id = fields.text(256, "id");
  if (id === null) return fields.fault ?? missing("id", "a flight without an id");
  if (value["simulated"] === true)
    return { kind: "refused", reason: "simulated", detail: "a flight that is no flight" };
  const state = fields.part("current_state");
  if (state === undefined) return undefined;
  const stateMs = state.part("timestamp")?.moment("value") ?? null;
  if (stateMs === null) return fields.fault ?? missing("current_state.timestamp", "a state without its time");
  const ageMs = nowMs - stateMs;
  if (ageMs > MAX_AGE_MS || ageMs < -MAX_AHEAD_MS) {
    const detail = `a state ${Math.round(ageMs / SECOND_MS)} s older than its answer`;
    return { kind: "refused", reason: "implausible_time", field: "current_state.timestamp", detail };
  }
  const location = locationOf(state, stateMs);
  const uaType = fields.code(15, UA_TYPES, "aircraft_type");
  return fields.fault ?? { id, uaType, stateMs, ageMs: Math.max(0, ageMs), location };
}

function locationOf(state: JsonFields, stateMs: number): LocationMessage {
  const position = state.part("position");
  const height = position?.part("height") ?? state.part("height");
  const metres = (of: JsonFields | undefined, name: string) => of?.known(-1000, ALTITUDE, name) ?? null;
  // An extrapolated position was computed rather than measured, and counts as unknown.
  const isMeasured = position?.value("extrapolated") !== true;
  const accuracy = (values: readonly string[], name: string) =>
    isMeasured ? (position?.code(15, values, name) ?? 0) : 0;
  const track = state.known(361, { min: -360, max: 360 }, "track");
  return {
    type: "location",
    status: state.code(15, STATUS, "operational_status"),
    directionDeg: track === null ? null : (track + 360) % 360,
    horizontalSpeedMps: state.known(255, { min: 0, max: 254.25 }, "speed"),
    verticalSpeedMps: state.known(63, { min: -62, max: 62 }, "vertical_speed"),
    ...(position?.position(["lat"], ["lng"]) ?? { latitude: null, longitude: null }),
    altitudePressureM: metres(position, "pressure_altitude"),
    altitudeGeodeticM: metres(position, "alt"),
    heightReference: height?.code(1, HEIGHT_REFERENCE, "reference") === 1 ? "ground" : "take_off",
    heightM: metres(height, "distance"),
    horizontalAccuracyCode: accuracy(HORIZONTAL, "accuracy_h"),
    verticalAccuracyCode: accuracy(VERTICAL, "accuracy_v"),
    pressureAccuracyCode: 0,
    speedAccuracyCode: state.code(15, SPEED, "speed_accuracy"),
    timestampAccuracyCode: tenths(state.number({ min: 0, max: 1e6 }, "timestamp_accuracy")),
    secondsAfterHour: (stateMs % 3_600_000) / SECOND_MS,
  };
}

/** 0 is "unknown", in the standard's messages as in its answers. */
function tenths(seconds: number | null): number {
  const code = Math.ceil((seconds ?? 0) * 10);
  return code <= 15 ? code : 0;
}

/** The messages in a response to `/uss/flights/{id}/details`, or the reason why it cannot be read. */
export function decodeFlightDetails(answer: unknown, uaType: number): FlightDetails | Refused {
  const details = isRecord(answer) ? new JsonFields(answer).part("details") : undefined;
  if (details === undefined) return missing("details", "an answer without details");
  const ids = details.part("uas_id");
  const messages: OdidMessage[] = [];
  const identify = (idType: number, uasId: string | null) => {
    if (uasId !== null) messages.push(basicIdMessage({ idType, uaType, uasId }));
  };
  identify(1, ids?.text(20, "serial_number") ?? null);
  identify(2, ids?.text(20, "registration_id") ?? null);
  identify(3, hexOf(ids?.text(64, "utm_id"), 32));
  identify(4, hexOf(ids?.text(64, "specific_session_id"), 40));
  const operatorId = details.text(64, "operator_id");
  if (operatorId !== null) messages.push({ type: "operator_id", operatorIdType: 0, operatorId });
  const description = details.text(1000, "operation_description");
  if (description !== null) messages.push({ type: "self_id", descriptionType: 0, description });
  const system = systemOf(details);
  if (system !== undefined) messages.push(system);
  return details.fault ?? messages;
}

function systemOf(details: JsonFields): SystemMessage | undefined {
  const place = details.part("operator_location");
  const classification = details.part("eu_classification");
  if (place === undefined && classification === undefined) return undefined;
  const position = place?.part("position")?.position(["lat"], ["lng"]) ?? { latitude: null, longitude: null };
  return {
    type: "system",
    operatorLocationType:
      place?.value("altitude_type") === undefined
        ? OPERATOR_LOCATION_UNKNOWN
        : place.code(3, OPERATOR_LOCATION, "altitude_type"),
    classificationType: classification === undefined ? 0 : 1,
    operatorLatitude: position.latitude,
    operatorLongitude: position.longitude,
    areaCount: 0,
    areaRadiusM: 0,
    areaCeilingM: null,
    areaFloorM: null,
    categoryEu: classification?.code(15, EU_CATEGORY, "category") ?? 0,
    classEu: classification?.code(15, EU_CLASS, "class") ?? 0,
    operatorAltitudeGeodeticM: place?.part("altitude")?.known(-1000, ALTITUDE, "value") ?? null,
    timestampMs: null,
  };
}

/** Hexadecimal digits without dashes, as the standard writes them; null for anything else. */
function hexOf(text: string | null | undefined, maxDigits: number): string | null {
  const digits = (text ?? "").replaceAll("-", "").toLowerCase();
  return digits !== "" && digits.length <= maxDigits && /^(?:[0-9a-f]{2})+$/.test(digits) ? digits : null;
}

/** A state as a frame. `receivedMs`: when the response arrived; the age of the state is subtracted from it. */
export function frameOf(
  flight: ReportedFlight,
  details: FlightDetails,
  { service, receivedMs }: { readonly service: string; readonly receivedMs: number },
): DecodedFrame {
  return {
    kind: "frame",
    observedAtMs: receivedMs - flight.ageMs,
    sensorId: null,
    transmitter: { kind: "flight", id: `${service}/${flight.id}` },
    technology: "network",
    rssiDbm: null,
    messages: [...details, flight.location],
  };
}

/** The base URLs of the services that the DSS returns; a rejection for each invalid one. */
export function decodeServiceAreas(answer: unknown): readonly (string | Refused)[] {
  const areas = isRecord(answer) ? (answer["service_areas"] ?? []) : undefined;
  if (!Array.isArray(areas)) return [malformed("service areas that are not a list")];
  return areas.map((area: unknown) => {
    const url = isRecord(area) ? area["uss_base_url"] : undefined;
    const parsed = typeof url === "string" && url.length <= 2048 ? URL.parse(url) : null;
    const isUsable = parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === "";
    return isUsable ? parsed.href.replace(/[?#].*$/, "").replace(/\/+$/, "") : missing("uss_base_url", "no URL");
  });
}

const malformed = (detail: string): Refused => ({ kind: "refused", reason: "malformed_json", detail });
const missing = (field: string, detail: string): Refused => ({
  kind: "refused",
  reason: "missing_field",
  field,
  detail,
});

export const isRefused = (one: object): one is Refused => "kind" in one && one.kind === "refused";
