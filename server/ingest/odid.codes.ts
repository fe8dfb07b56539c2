import type { UaIdentifierType } from "../contracts/operations.ts";
import { OPERATOR_LOCATION_UNKNOWN } from "./codecs/odid.messages.ts";

/** Code tables of ASTM F3411-22a. An index outside a table, and 0 for an accuracy, means "unknown". */

const NAUTICAL_MILE_M = 1852;

/** 95 % bounds in metres, Location message. */
const HORIZONTAL_ACCURACY_M = [
  null,
  10 * NAUTICAL_MILE_M,
  4 * NAUTICAL_MILE_M,
  2 * NAUTICAL_MILE_M,
  NAUTICAL_MILE_M,
  0.5 * NAUTICAL_MILE_M,
  0.3 * NAUTICAL_MILE_M,
  0.1 * NAUTICAL_MILE_M,
  0.05 * NAUTICAL_MILE_M,
  30,
  10,
  3,
  1,
] as const;
const VERTICAL_ACCURACY_M = [null, 150, 45, 25, 10, 3, 1] as const;
const SPEED_ACCURACY_MPS = [null, 10, 3, 1, 0.3] as const;

export function horizontalAccuracyM(code: number): number | null {
  return HORIZONTAL_ACCURACY_M[code] ?? null;
}

export function verticalAccuracyM(code: number): number | null {
  return VERTICAL_ACCURACY_M[code] ?? null;
}

export function speedAccuracyMps(code: number): number | null {
  return SPEED_ACCURACY_MPS[code] ?? null;
}

/** In tenths of a second. */
export function timestampAccuracyMs(code: number): number | null {
  return code >= 1 && code <= 15 ? code * 100 : null;
}

const OPERATIONAL_STATES = ["undeclared", "grounded", "airborne", "emergency", "remote_id_system_failure"] as const;

export function operationalState(code: number): string {
  return OPERATIONAL_STATES[code] ?? `reserved_${code}`;
}

const IDENTIFIER_TYPES: Readonly<Record<number, UaIdentifierType>> = {
  1: "serial_number",
  2: "caa_registration_id",
  3: "utm_assigned_uuid",
  4: "specific_session_id",
};

/** The declared type, never inferred from the text; `undefined` for "none" and reserved codes. */
export function identifierType(code: number): UaIdentifierType | undefined {
  return IDENTIFIER_TYPES[code];
}

const OPERATOR_LOCATION_TYPES = ["take_off", "live_gnss", "fixed"] as const;

export function operatorSourceType(code: number): string {
  if (code === OPERATOR_LOCATION_UNKNOWN) return "unknown";
  return OPERATOR_LOCATION_TYPES[code] ?? `reserved_${code}`;
}

const DESCRIPTION_TYPES = ["text", "emergency", "extended_status"] as const;

export function descriptionType(code: number): string {
  return DESCRIPTION_TYPES[code] ?? `reserved_${code}`;
}

const AUTHENTICATION_TYPES = [
  "none",
  "uas_id_signature",
  "operator_id_signature",
  "message_set_signature",
  "network_remote_id",
  "specific_method",
] as const;

export function authenticationType(code: number): string {
  return AUTHENTICATION_TYPES[code] ?? `reserved_${code}`;
}

const EU_CATEGORIES = ["undeclared", "open", "specific", "certified"] as const;

/** `open/C2`; category and class are defined only for classification type 1 (European Union). */
export function euClassification(category: number, uaClass: number): string {
  const name = EU_CATEGORIES[category] ?? `reserved_${category}`;
  return uaClass >= 1 && uaClass <= 7 ? `${name}/C${uaClass - 1}` : name;
}
