import type { Operation } from "../../../../server/contracts/operations.ts";
import type { Track } from "./track-collection.ts";

/** The identifiers of an aircraft by their declared type, never by the format of the text (hardware bug 4). */
export interface Identity {
  readonly serial: string | undefined;
  readonly registration: string | undefined;
  /** A UTM or session id, for aircraft that give nothing else. */
  readonly other: string | undefined;
}

/** The data from which an aircraft is named. */
export type Identified = Pick<Operation, "ua_identifiers">;

const UNKNOWN: Identity = { serial: undefined, registration: undefined, other: undefined };
/** Cached per version of an operation: thousands of them are named and sorted several times a second. */
const identities = new WeakMap<Identified, Identity>();

export function identityOf(operation: Identified | undefined): Identity {
  if (!operation) return UNKNOWN;
  const known = identities.get(operation);
  if (known) return known;
  const valueOf = (type: string) => operation.ua_identifiers.find((one) => one.type === type)?.value;
  const identity = {
    serial: valueOf("serial_number"),
    registration: valueOf("caa_registration_id"),
    other: valueOf("utm_assigned_uuid") ?? valueOf("specific_session_id"),
  };
  identities.set(operation, identity);
  return identity;
}

/** The identifier that people use first: registration, serial number, then any other. */
export function primaryIdentifier(operation: Identified | undefined): string | undefined {
  const { serial, registration, other } = identityOf(operation);
  return registration ?? serial ?? other;
}

const TAIL_LENGTH = 6;

/** Short enough for the map: a whole registration, or the last characters of a serial number. */
export function shortIdentifier(operation: Identified | undefined): string | undefined {
  const { serial, registration, other } = identityOf(operation);
  if (registration) return registration;
  const long = serial ?? other;
  return long && long.length > TAIL_LENGTH + 2 ? `…${long.slice(-TAIL_LENGTH)}` : long;
}

/**
 * An identifier in two parts for a narrow column: the first part is truncated if there is no room, the second part is
 * the one that the map shows.
 */
export function splitIdentifier(operation: Operation | undefined): { readonly head: string; readonly tail: string } {
  const whole = primaryIdentifier(operation) ?? "";
  const short = shortIdentifier(operation) ?? "";
  const tail = short.startsWith("…") ? short.slice(1) : short;
  return { head: whole.slice(0, whole.length - tail.length), tail };
}

/** False for a flight that was planned, or cancelled before it began: nobody has received it. */
export function isReceived({ status }: Pick<Operation, "status">): boolean {
  return status !== "planned" && status !== "cancelled";
}

export function isEmergency(track: Track): boolean {
  return (
    track.ua?.operational_state === "emergency" ||
    (track.operation?.descriptions.some(({ type }) => type === "emergency") ?? false)
  );
}

const HEIGHT_ORDER = ["AGL", "ATO", "MSL", "WGS84", "pressure"];

/** The height that matters most to a person on the ground: above ground, above take-off, above sea level, the rest. */
export function firstHeight(track: Track): { readonly type: string; readonly value: number } | undefined {
  const known = track.ua?.altitudes ?? [];
  return known.toSorted((a, b) => rankOf(a.type) - rankOf(b.type))[0];
}

function rankOf(type: string): number {
  const rank = HEIGHT_ORDER.indexOf(type);
  return rank < 0 ? HEIGHT_ORDER.length : rank;
}

export type AircraftShape = "multirotor" | "aeroplane" | "balloon" | "unknown";

/** The drawn shape for the declared type of aircraft (ASTM F3411-22a UA type). Undeclared stays neutral. */
export function aircraftShapeOf(operation: Operation | undefined): AircraftShape {
  const type = operation?.aircraft_models.find((model) => model.type !== null)?.type ?? "";
  if (/rotor|helicopter/.test(type)) return "multirotor";
  if (/plane|fixed|hybrid|vtol|glider|ornithopter/.test(type)) return "aeroplane";
  if (/balloon|airship|kite|parachute/.test(type)) return "balloon";
  return "unknown";
}
