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

/** The inverse of the tables above, for what a station sends. A value without a code is 0: undeclared or unknown. */

export function operationalStateCode(state: string): number {
  return Math.max(
    0,
    OPERATIONAL_STATES.findIndex((name) => name === state),
  );
}

export function identifierTypeCode(type: UaIdentifierType): number {
  return Number(Object.keys(IDENTIFIER_TYPES).find((code) => IDENTIFIER_TYPES[Number(code)] === type) ?? 0);
}

export function operatorLocationTypeCode(sourceType: string): number {
  const code = OPERATOR_LOCATION_TYPES.findIndex((name) => name === sourceType);
  return code < 0 ? OPERATOR_LOCATION_UNKNOWN : code;
}

export function descriptionTypeCode(type: string): number {
  return Math.max(
    0,
    DESCRIPTION_TYPES.findIndex((name) => name === type),
  );
}

export function horizontalAccuracyCode(metres: number | null): number {
  return accuracyCode(HORIZONTAL_ACCURACY_M, metres);
}

export function verticalAccuracyCode(metres: number | null): number {
  return accuracyCode(VERTICAL_ACCURACY_M, metres);
}

export function speedAccuracyCode(mps: number | null): number {
  return accuracyCode(SPEED_ACCURACY_MPS, mps);
}

export function timestampAccuracyCode(seconds: number | null): number {
  if (seconds === null) return 0;
  const tenths = Math.max(1, Math.ceil(seconds * 10 - ROUNDING));
  return tenths <= 15 ? tenths : 0;
}

/** `open/C2` as the codes of a System message. */
export function euClassificationCodes(classification: string | null): {
  readonly categoryEu: number;
  readonly classEu: number;
} {
  const [category, uaClass] = (classification ?? "").split("/");
  const classNumber = /^C([0-6])$/.exec(uaClass ?? "")?.[1];
  return {
    categoryEu: Math.max(
      0,
      EU_CATEGORIES.findIndex((name) => name === category),
    ),
    classEu: classNumber === undefined ? 0 : Number(classNumber) + 1,
  };
}

const ROUNDING = 1e-6;

/** The code of the smallest bound that contains the value, so that no value is reported as more accurate than it is. */
function accuracyCode(bounds: readonly (number | null)[], value: number | null): number {
  if (value === null) return 0;
  return Math.max(
    0,
    bounds.findLastIndex((bound) => bound !== null && bound >= value - ROUNDING),
  );
}
