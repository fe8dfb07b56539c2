import { forceAt } from "../../contracts/zone-force.ts";
import type { NearTarget } from "../../contracts/alerts.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import type { Geoid } from "../../kernel/geoid.ts";
import type { GroundAt } from "../../kernel/ground.ts";
import type { TrafficFix } from "../../kernel/traffic.ts";
import { type Condition, type Fix, GROUND, type Sample, type StoredRule, type ZoneLimits } from "./alert.model.ts";
import { AREA_RETURN_M } from "./episodes.rules.ts";
import { heightOf } from "./heights.rules.ts";
import { circleShape, minDistanceM, quickDistanceM, type Shape, shapeOf } from "./shape.rules.ts";

/** The surroundings with which a sample is judged. */
export type Surroundings = {
  readonly identifiers: readonly string[];
  readonly isImplausible: boolean;
  /** The operator's newest position at a time, however old. */
  readonly operatorAt: (timeMs: number) => Fix | undefined;
  /** Whether this operation is one of those that the rule protects: those are not judged. */
  readonly isTarget: (to: NearTarget, creatorId: string) => boolean;
  /** Where the operations that the rule protects were at a time. */
  readonly targetsAt: (to: NearTarget, creatorId: string, timeMs: number) => readonly Fix[];
  /** Where aircraft with a crew were at a time. */
  readonly trafficAt: (timeMs: number) => readonly TrafficFix[];
  /** Heights of the ground above mean sea level, metres; `NaN` where unknown. */
  readonly groundAt: GroundAt;
};

/**
 * Metres outside of the condition: 0 or less where it holds, and the smaller the farther inside; `NaN` where unknown.
 */
export type Measure = (sample: Sample, surroundings: Surroundings) => number;

export type CompiledRule = {
  readonly rule: StoredRule;
  readonly measure: Measure;
  /** The other aircraft that a sample is nearest to, where the condition is about one. */
  readonly about?: (sample: Sample, surroundings: Surroundings) => string | null;
  /** An aircraft that was farther outside than this does not continue its episode. */
  readonly returnWithinM: number;
  /** Whether it compares heights above the ground, which may have to be computed. */
  readonly needsGround: boolean;
  /** The only area in which the condition can hold; null for everywhere. */
  readonly shape: Shape | null;
};

/** After this time a position of another aircraft no longer says where it is. */
export const MAX_TARGET_AGE_MS = 15 * SECOND_MS;

/** The range of pressures at sea level, 950 to 1050 hPa, and the geoid. */
const PRESSURE_SLACK_M = 660;
/** The range of air temperatures. */
const PRESSURE_SLACK = 0.1;

/** Whether a rule compares heights in different references, so that the geoid has to be loaded. */
export function needsGeoid({ condition }: StoredRule): boolean {
  switch (condition.kind) {
    case "height_above":
      return condition.reference !== "ATO";
    case "near":
    case "traffic_near":
      return condition.vertical_m !== null;
    case "area_entered":
      return condition.zone !== null;
    default:
      return false;
  }
}

function needsGround({ condition }: StoredRule): boolean {
  if (condition.kind === "height_above") return condition.reference === "AGL";
  if (condition.kind !== "area_entered" || condition.zone === null) return false;
  const { lower, upper } = condition.zone;
  return lower?.reference === "ground" || upper?.reference === "ground";
}

export function compileRule(rule: StoredRule, geoid: Geoid | undefined): CompiledRule {
  return { rule, needsGround: needsGround(rule), ...compileCondition(rule, geoid) };
}

function compileCondition(
  { condition, creatorId }: StoredRule,
  geoid: Geoid | undefined,
): Omit<CompiledRule, "rule" | "needsGround"> {
  switch (condition.kind) {
    case "area_entered": {
      const shape = shapeOf(condition.region, condition.zone?.polygons);
      const measure = condition.zone === null ? measureOfArea(shape) : measureOfZone(shape, condition.zone, geoid);
      return { measure, returnWithinM: AREA_RETURN_M, shape };
    }
    case "near": {
      const { to } = condition;
      if (typeof to === "string" || !("latitude" in to)) {
        return { measure: measureOfTargets(condition, creatorId, geoid), returnWithinM: Infinity, shape: null };
      }
      const shape = circleShape(to.latitude, to.longitude, condition.horizontal_m);
      return { measure: measureOfPlace(to, condition.horizontal_m), returnWithinM: Infinity, shape };
    }
    case "traffic_near": {
      const nearest = nearestTraffic(condition, geoid);
      return {
        measure: (sample, surroundings) => nearest(sample, surroundings).outsideM,
        about: (sample, surroundings) => nearest(sample, surroundings).icao,
        returnWithinM: Infinity,
        shape: null,
      };
    }
    case "height_above": {
      const measure = measureAnywhere(condition, geoid);
      const about = ({ aglM }: Sample) => (condition.reference === "AGL" && Number.isNaN(aglM) ? GROUND : null);
      return { measure, about, returnWithinM: Infinity, shape: null };
    }
    default:
      return { measure: measureAnywhere(condition, geoid), returnWithinM: Infinity, shape: null };
  }
}

function measureAnywhere(
  condition: Exclude<Condition, { readonly kind: "area_entered" | "near" | "traffic_near" }>,
  geoid: Geoid | undefined,
): Measure {
  switch (condition.kind) {
    case "height_above": {
      const { metres, reference } = condition;
      // At the height itself it does not hold yet.
      return (sample, surroundings) => {
        const above = heightOf(sample, reference, geoid, surroundings) - metres;
        return above > 0 ? -above : Math.max(-above, Number.MIN_VALUE);
      };
    }
    case "unknown_id": {
      const isKnown = globMatcher(condition.known);
      // Without any identifier there is nothing to compare.
      return (_, { identifiers }) => (identifiers.length === 0 ? NaN : identifiers.some(isKnown) ? Infinity : 0);
    }
    case "implausible":
      return (_, { isImplausible }) => (isImplausible ? 0 : Infinity);
    case "operator_far":
      return ({ timeMs, latitude, longitude }, { operatorAt }) => {
        const operator = operatorAt(timeMs);
        if (operator === undefined) return NaN;
        const beyond = quickDistanceM(latitude, longitude, operator.latitude, operator.longitude) - condition.metres;
        return beyond > 0 ? -beyond : Math.max(-beyond, Number.MIN_VALUE);
      };
    case "sensor_silent":
      return () => NaN;
  }
}

const measureOfArea =
  ({ outsideM }: Shape): Measure =>
  ({ latitude, longitude }) =>
    outsideM(latitude, longitude);

/** A limit of height that cannot be compared with what the aircraft reports excludes nothing. */
function measureOfZone({ outsideM }: Shape, zone: ZoneLimits, geoid: Geoid | undefined): Measure {
  const { lower, upper } = zone;
  const heightIn = (reference: keyof typeof ZONE_REFERENCES, sample: Sample, surroundings: Surroundings) =>
    heightOf(sample, ZONE_REFERENCES[reference], geoid, surroundings);
  return (sample, surroundings) => {
    const besideM = outsideM(sample.latitude, sample.longitude);
    if (besideM === Infinity || forceAt(zone, sample.timeMs) === "not_in_force") return Infinity;
    const belowM = lower === null ? NaN : lower.value - heightIn(lower.reference, sample, surroundings);
    const aboveM = upper === null ? NaN : heightIn(upper.reference, sample, surroundings) - upper.value;
    return Math.max(besideM, Number.isNaN(belowM) ? 0 : belowM, Number.isNaN(aboveM) ? 0 : aboveM);
  };
}

const ZONE_REFERENCES = {
  ground: "AGL",
  sea_level: "MSL",
  ellipsoid: "WGS84",
  standard_pressure: undefined,
} as const;

function measureOfPlace(
  place: { readonly latitude: number; readonly longitude: number },
  horizontalM: number,
): Measure {
  const { outsideM } = circleShape(place.latitude, place.longitude, horizontalM);
  return ({ latitude, longitude }) =>
    outsideM(latitude, longitude) === Infinity
      ? Infinity
      : quickDistanceM(latitude, longitude, place.latitude, place.longitude) - horizontalM;
}

/**
 * Where a height is unknown, only the distance over ground is compared: an unknown height must not suppress an alert.
 */
function measureOfTargets(
  { to, horizontal_m: horizontalM, vertical_m: verticalM }: Extract<Condition, { readonly kind: "near" }>,
  creatorId: string,
  geoid: Geoid | undefined,
): Measure {
  return (sample, surroundings) => {
    const { isTarget, targetsAt } = surroundings;
    if (isTarget(to, creatorId)) return NaN;
    const { latitude, longitude } = sample;
    let nearest = Infinity;
    for (const target of targetsAt(to, creatorId, sample.timeMs)) {
      const leastM = minDistanceM(latitude, target.latitude) - horizontalM;
      if (leastM > 0) {
        nearest = Math.min(nearest, leastM);
        continue;
      }
      const apartM = quickDistanceM(latitude, longitude, target.latitude, target.longitude) - horizontalM;
      const higherM =
        verticalM === null ? NaN : Math.abs(heightOf(sample, "WGS84", geoid, surroundings) - target.wgs84M) - verticalM;
      nearest = Math.min(nearest, higherM > 0 ? Math.max(apartM, higherM) : apartM);
    }
    return nearest;
  };
}

/**
 * The nearest aircraft with a crew, and how far outside of the condition it is. A height that cannot be compared
 * excludes nothing; for a height above the pressure surface, only what is certain in any weather is used.
 */
function nearestTraffic(
  { horizontal_m: horizontalM, vertical_m: verticalM }: Extract<Condition, { readonly kind: "traffic_near" }>,
  geoid: Geoid | undefined,
): (sample: Sample, surroundings: Surroundings) => { readonly outsideM: number; readonly icao: string | null } {
  return (sample, surroundings) => {
    const { latitude, longitude } = sample;
    let [outsideM, icao]: [number, string | null] = [Infinity, null];
    for (const fix of surroundings.trafficAt(sample.timeMs)) {
      if (minDistanceM(latitude, fix.latitude) > horizontalM) continue;
      const apartM = quickDistanceM(latitude, longitude, fix.latitude, fix.longitude) - horizontalM;
      const higherM =
        verticalM === null ? NaN : leastHeightBetweenM(heightOf(sample, "WGS84", geoid, surroundings), fix) - verticalM;
      const furtherM = higherM > 0 ? Math.max(apartM, higherM) : apartM;
      if (furtherM > outsideM || (furtherM === outsideM && icao !== null && icao < fix.icao)) continue;
      outsideM = furtherM;
      icao = fix.icao;
    }
    return { outsideM, icao };
  };
}

/** The least difference of height between a drone and an aircraft, metres; `NaN` where it cannot be determined. */
function leastHeightBetweenM(wgs84M: number, fix: TrafficFix): number {
  if (!Number.isNaN(fix.wgs84M)) return Math.abs(wgs84M - fix.wgs84M);
  const slackM = PRESSURE_SLACK_M + Math.abs(fix.pressureM) * PRESSURE_SLACK;
  return Math.max(0, Math.abs(wgs84M - fix.pressureM) - slackM);
}

/** Whether one of the patterns matches a whole identifier: `*` and `?` as in file names, without regard to case. */
export function globMatcher(patterns: readonly string[]): (identifier: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const source = pattern.replace(/[.*+?^${}()|[\]\\]/gu, (one) =>
      one === "*" ? "[^]*" : one === "?" ? "[^]" : `\\${one}`,
    );
    return new RegExp(`^${source}$`, "iu");
  });
  return (identifier) => expressions.some((expression) => expression.test(identifier));
}

/** The newest of some positions in order of time that is at or before a time, and not older than allowed. */
export function fixAt<F extends { readonly timeMs: number }>(
  fixes: readonly F[],
  timeMs: number,
  maxAgeMs: number,
): F | undefined {
  let [from, to] = [0, fixes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (fixes[middle]!.timeMs <= timeMs) from = middle + 1;
    else to = middle;
  }
  const fix = fixes[from - 1];
  return fix !== undefined && timeMs - fix.timeMs <= maxAgeMs ? fix : undefined;
}
