import { type Position, positionOf } from "../../kernel/geo.ts";
import { geodesicM } from "../../kernel/geodesic.ts";
import type { Path } from "./path.rules.ts";
import { addToPath, emptyPath, pathLengthM } from "./path.rules.ts";

/** The fields of an aircraft record that statistics need. Units as in `kernel/telemetry`. */
export type UaFact = {
  readonly track: number;
  readonly timeMs: number;
  readonly latitudeE7: number;
  readonly longitudeE7: number;
  readonly altitudeMslMm: number | null;
  readonly altitudeWgs84Mm: number | null;
  readonly altitudeAtoMm: number | null;
  readonly horizontalSpeedMmps: number | null;
};

/** A position of an operator or a sensor; for a sensor, `track` is the row id of the sensor. */
export type PlaceFact = {
  readonly track: number;
  readonly timeMs: number;
  readonly latitudeE7: number;
  readonly longitudeE7: number;
};

/** Facts are processed in time order; at equal times operators and sensors come before aircraft. */
export type Fact =
  | { readonly kind: "operator"; readonly fact: PlaceFact }
  | { readonly kind: "sensor"; readonly fact: PlaceFact }
  | { readonly kind: "ua"; readonly fact: UaFact };

/** What altitudes of statistics are above: mean sea level, or the WGS84 ellipsoid. */
export type AltitudeReference = "MSL" | "WGS84";

/** Lowest and highest. */
export type Span = readonly [min: number, max: number];

/** The accumulated facts. Plain data, stored as JSON so that a computation can be resumed. */
export type Tally = {
  firstMs: number | null;
  lastMs: number | null;
  path: Path;
  maxSpeedMmps: number | null;
  mslMm: Span | null;
  wgs84Mm: Span | null;
  atoMm: Span | null;
  operatorM: Span | null;
  sensorM: Span | null;
  /** Current position of the operator, last reported in any suboperation. */
  operator: Position | null;
  /** Current position of each sensor. */
  sensors: Record<number, Position>;
  /** Number of aircraft records processed, by suboperation. */
  uaCounts: Record<number, number>;
  operatorCounts: Record<number, number>;
  /** Number of positions processed, by sensor. */
  sensorCounts: Record<number, number>;
};

/** Positions at the first record; the first known position is used for earlier records too. */
export type InitialPositions = {
  readonly operator: Position | null;
  readonly sensors: Readonly<Record<number, Position>>;
};

export function emptyTally(start: InitialPositions): Tally {
  return {
    firstMs: null,
    lastMs: null,
    path: emptyPath(),
    maxSpeedMmps: null,
    mslMm: null,
    wgs84Mm: null,
    atoMm: null,
    operatorM: null,
    sensorM: null,
    operator: start.operator,
    sensors: { ...start.sensors },
    uaCounts: {},
    operatorCounts: {},
    sensorCounts: {},
  };
}

/** Adds one fact. `sensorOf` maps a suboperation to the sensor that received it. */
export function addFact(tally: Tally, { kind, fact }: Fact, sensorOf: ReadonlyMap<number, number>): void {
  const place = positionOf(fact);
  if (kind === "sensor") {
    tally.sensors[fact.track] = place;
    count(tally.sensorCounts, fact.track);
    return;
  }
  tally.firstMs ??= fact.timeMs;
  tally.lastMs = fact.timeMs;
  if (kind === "operator") {
    tally.operator = place;
    count(tally.operatorCounts, fact.track);
    return;
  }
  count(tally.uaCounts, fact.track);
  addToPath(tally.path, fact.track, fact.timeMs, place);
  if (fact.horizontalSpeedMmps !== null) {
    tally.maxSpeedMmps = Math.max(tally.maxSpeedMmps ?? 0, fact.horizontalSpeedMmps);
  }
  tally.mslMm = widened(tally.mslMm, fact.altitudeMslMm);
  tally.wgs84Mm = widened(tally.wgs84Mm, fact.altitudeWgs84Mm);
  tally.atoMm = widened(tally.atoMm, fact.altitudeAtoMm);
  if (tally.operator !== null) tally.operatorM = widened(tally.operatorM, geodesicM(place, tally.operator));
  const sensor = tally.sensors[sensorOf.get(fact.track) ?? -1];
  if (sensor !== undefined) tally.sensorM = widened(tally.sensorM, geodesicM(place, sensor));
}

export type Statistics = {
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  readonly distanceM: number | null;
  readonly maxSpeedMmps: number | null;
  readonly altitudeMm: Span | null;
  readonly altitudeReference: AltitudeReference | null;
  readonly atoMm: Span | null;
  readonly operatorM: Span | null;
  readonly sensorM: Span | null;
};

export function statisticsOf(tally: Tally): Statistics {
  const { firstMs, lastMs, maxSpeedMmps, mslMm, wgs84Mm, atoMm, operatorM, sensorM } = tally;
  return {
    firstMs,
    lastMs,
    distanceM: tally.path.slot === null ? null : pathLengthM(tally.path),
    maxSpeedMmps,
    // Never mix the references: sea level and the ellipsoid are up to a hundred metres apart.
    altitudeMm: mslMm ?? wgs84Mm,
    altitudeReference: mslMm !== null ? "MSL" : wgs84Mm !== null ? "WGS84" : null,
    atoMm,
    operatorM,
    sensorM,
  };
}

/** Limits of an operation list, metres; `null` for none. */
export type StatisticsLimits = {
  readonly atoFromM: number | null;
  readonly atoToM: number | null;
  readonly operatorFromM: number | null;
  readonly operatorToM: number | null;
  readonly sensorFromM: number | null;
  readonly sensorToM: number | null;
};

/** Whether the maximum is at least `from` and the minimum at most `to`. Unknown values do not match a limit. */
export function isWithinLimits(
  statistics: Pick<Statistics, "atoMm" | "operatorM" | "sensorM">,
  limits: StatisticsLimits,
): boolean {
  const atoM = statistics.atoMm && ([statistics.atoMm[0] / 1000, statistics.atoMm[1] / 1000] as const);
  return (
    reaches(atoM, limits.atoFromM, limits.atoToM) &&
    reaches(statistics.operatorM, limits.operatorFromM, limits.operatorToM) &&
    reaches(statistics.sensorM, limits.sensorFromM, limits.sensorToM)
  );
}

function reaches(span: Span | null, from: number | null, to: number | null): boolean {
  if (from === null && to === null) return true;
  return span !== null && (from === null || span[1] >= from) && (to === null || span[0] <= to);
}

function widened(span: Span | null, value: number | null): Span | null {
  if (value === null) return span;
  if (span === null) return [value, value];
  if (value >= span[0] && value <= span[1]) return span;
  return [Math.min(span[0], value), Math.max(span[1], value)];
}

function count(counts: Record<number, number>, key: number): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
