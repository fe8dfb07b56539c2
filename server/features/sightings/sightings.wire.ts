import type { z } from "zod";
import type { OperatorSighting, SightingsHead, UaSighting } from "../../contracts/sightings.ts";
import { isoFromMs, isoOrNull } from "../../kernel/clock.ts";
import { publicOperatorId } from "../../kernel/operator-id.rules.ts";
import type { Declared, Warning } from "../../kernel/sighting.ts";
import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";

type NumberFields<T> = { [K in keyof T]-?: Extract<T[K], number> extends never ? never : K }[keyof T];
/** Field on the wire, field of the store, and how many units of the store are one of the wire. */
type Mapping<W, P> = readonly (readonly [NumberFields<W> & string, NumberFields<P> & string, number])[];

const UA_NUMBERS = [
  ["observed_at_accuracy", "timeAccuracyMs", 1000],
  ["latitude", "latitudeE7", 1e7],
  ["longitude", "longitudeE7", 1e7],
  ["horizontal_accuracy", "horizontalAccuracyMm", 1000],
  ["altitude_msl", "altitudeMslMm", 1000],
  ["altitude_msl_accuracy", "altitudeMslAccuracyMm", 1000],
  ["altitude_wgs84", "altitudeWgs84Mm", 1000],
  ["altitude_wgs84_accuracy", "altitudeWgs84AccuracyMm", 1000],
  ["height_agl", "altitudeAglMm", 1000],
  ["height_ato", "altitudeAtoMm", 1000],
  ["height_accuracy", "heightAccuracyMm", 1000],
  ["altitude_pressure", "altitudePressureMm", 1000],
  ["altitude_pressure_accuracy", "altitudePressureAccuracyMm", 1000],
  ["heading", "headingCdeg", 100],
  ["horizontal_speed", "horizontalSpeedMmps", 1000],
  ["vertical_speed", "verticalSpeedMmps", 1000],
  ["velocity_east", "velocityEastMmps", 1000],
  ["velocity_north", "velocityNorthMmps", 1000],
  ["velocity_up", "velocityUpMmps", 1000],
  ["speed_accuracy", "speedAccuracyMmps", 1000],
  // hPa and Pa.
  ["air_pressure", "airPressurePa", 100],
  ["rssi", "rssiDbm", 1],
] as const satisfies Mapping<UaSighting, UaPoint>;

const OPERATOR_NUMBERS = [
  ["observed_at_accuracy", "timeAccuracyMs", 1000],
  ["latitude", "latitudeE7", 1e7],
  ["longitude", "longitudeE7", 1e7],
  ["horizontal_accuracy", "horizontalAccuracyMm", 1000],
  ["altitude", "altitudeMm", 1000],
  ["altitude_accuracy", "altitudeAccuracyMm", 1000],
] as const satisfies Mapping<OperatorSighting, OperatorPoint>;

// Compile error when a number of a point is not mapped.
type UnmappedUa = Exclude<
  NumberFields<UaPoint>,
  (typeof UA_NUMBERS)[number][1] | "timeMs" | "receivedMs" | "ridTimeMs"
>;
type UnmappedOperator = Exclude<
  NumberFields<OperatorPoint>,
  (typeof OPERATOR_NUMBERS)[number][1] | "timeMs" | "receivedMs"
>;
const isComplete: [UnmappedUa, UnmappedOperator] extends [never, never] ? true : never = true;
void isComplete;

type Times = { readonly timeMs: number; readonly receivedMs: number };

export function toUaSighting(point: UaPoint): z.input<typeof UaSighting> {
  return {
    ...timesOf(point),
    ...(point.ridTimeMs === null ? {} : { rid_timestamp: isoFromMs(point.ridTimeMs) }),
    operational_state: point.operationalState,
    ...numbersOf(point, UA_NUMBERS),
  } as z.input<typeof UaSighting>;
}

export function toOperatorSighting(point: OperatorPoint): z.input<typeof OperatorSighting> {
  return {
    ...timesOf(point),
    ...(point.altitudeType === null ? {} : { altitude_type: point.altitudeType }),
    source_type: point.sourceType,
    ...numbersOf(point, OPERATOR_NUMBERS),
  } as z.input<typeof OperatorSighting>;
}

export function fromUaSighting(sighting: UaSighting): UaPoint {
  return {
    timeMs: Date.parse(sighting.observed_at),
    receivedMs: Date.parse(sighting.received_at),
    ridTimeMs: sighting.rid_timestamp === null ? null : Date.parse(sighting.rid_timestamp),
    operationalState: sighting.operational_state,
    ...fromNumbers(sighting, UA_NUMBERS),
  } as UaPoint;
}

export function fromOperatorSighting(sighting: OperatorSighting): OperatorPoint {
  return {
    timeMs: Date.parse(sighting.observed_at),
    receivedMs: Date.parse(sighting.received_at),
    altitudeType: sighting.altitude_type,
    sourceType: sighting.source_type,
    ...fromNumbers(sighting, OPERATOR_NUMBERS),
  } as OperatorPoint;
}

export function toDeclaredIdentity(declared: Declared): z.input<typeof SightingsHead>["declared"] {
  return {
    identifiers: declared.identifiers.map(({ type, value }) => ({ type, value })),
    ua_type: declared.uaType,
    operator_id: declared.operatorId,
    classification: declared.classification,
    classification_type: declared.classificationType,
    descriptions: declared.descriptions.map(({ type, value }) => ({ type, value })),
    authentication: declared.authentication.map(({ type, data, timestampMs }) => ({
      type,
      data,
      timestamp: isoOrNull(timestampMs),
    })),
  };
}

export function fromDeclaredIdentity(declared: SightingsHead["declared"]): Declared {
  return {
    identifiers: declared.identifiers,
    uaType: declared.ua_type,
    operatorId: publicOperatorId(declared.operator_id ?? ""),
    classification: declared.classification,
    classificationType: declared.classification_type,
    descriptions: declared.descriptions,
    authentication: declared.authentication.map(({ type, data, timestamp }) => ({
      type,
      data,
      timestampMs: timestamp === null ? null : Date.parse(timestamp),
    })),
  };
}

/** Warnings that the other station derives itself, from its own operations, are not sent. */
export function toWarnings(warnings: readonly Warning[]): SightingsHead["warnings"] {
  return warnings
    .filter(({ type }) => type !== "serial_number_in_two_places")
    .map(({ type, msg, distanceM }) => ({ type, msg, ...(distanceM !== undefined && { distance_m: distanceM }) }));
}

export function fromWarnings(warnings: SightingsHead["warnings"]): readonly Warning[] {
  return warnings.map(({ type, msg, distance_m: distanceM }) => ({
    type,
    msg,
    ...(distanceM !== undefined && { distanceM }),
  }));
}

function timesOf({ timeMs, receivedMs }: Times) {
  return { observed_at: isoFromMs(timeMs), received_at: isoFromMs(receivedMs) };
}

/** What is not known is left out. */
function numbersOf<P>(point: P, mapping: readonly (readonly [string, string, number])[]): Record<string, number> {
  const out: Record<string, number> = {};
  for (const [field, column, scale] of mapping) {
    const value = point[column as keyof P] as number | null;
    if (value !== null) out[field] = value / scale;
  }
  return out;
}

function fromNumbers<W>(
  sighting: W,
  mapping: readonly (readonly [string, string, number])[],
): Record<string, number | null> {
  const out: Record<string, number | null> = {};
  for (const [field, column, scale] of mapping) {
    const value = sighting[field as keyof W] as number | null;
    // `+ 0` converts negative zero to zero.
    out[column] = value === null ? null : Math.round(value * scale) + 0;
  }
  return out;
}
