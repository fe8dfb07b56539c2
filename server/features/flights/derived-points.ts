import type { DerivedField } from "../../contracts/flight-telemetry.ts";
import { type Geoid, loadGeoid } from "../../kernel/geoid.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { CurveMeasures } from "./track-curve.ts";
import { createLegFinder, type Leg, maxSpeedOn, motionOn, type PointOnLeg } from "./track-motion.ts";

/** Components are shown in thousandths: together they can exceed the recorded speed by this. */
const ROUNDING_MPS = 0.001;

/** Metres per second to the east, to the north and upwards; `null` where it is unknown. */
type Velocity = { readonly x: number | null; readonly y: number | null; readonly z: number | null };

/** A recorded point with the values that the API shows, and which of them are derived and not recorded. */
export type ShownPoint = {
  readonly point: UaPoint;
  readonly velocity: Velocity;
  /** Metres above the WGS84 ellipsoid. */
  readonly geoAltitudeM: number | null;
  readonly verticalAccuracyMm: number | null;
  readonly derived: readonly DerivedField[];
};

/** A recorded point with the data from which its missing values are derived. */
export type DerivablePoint = PointOnLeg & { readonly geoid: Geoid | undefined };

type Slices = AsyncIterable<readonly UaPoint[]> | Iterable<readonly UaPoint[]>;

/** Points of one track, as recorded and in order; derives the values that are not recorded. */
export async function* deriveMissing(slices: Slices): AsyncGenerator<readonly ShownPoint[]> {
  for await (const points of derivablePoints(slices)) yield points.map(shownPoint);
}

/** The same points before any value is derived. */
export async function* derivablePoints(slices: Slices): AsyncGenerator<readonly DerivablePoint[]> {
  const legs = createLegFinder();
  let geoid: Geoid | undefined;
  const withGeoid = (decided: readonly PointOnLeg[]) => decided.map(({ point, leg }) => ({ point, leg, geoid }));
  for await (const points of slices) {
    if (points.some(isConvertible)) geoid ??= await loadGeoid();
    const decided = points.flatMap(legs.push);
    if (decided.length > 0) yield withGeoid(decided);
  }
  const rest = legs.end();
  if (rest.length > 0) yield withGeoid(rest);
}

/** A point by itself: without a track and the geoid, nothing is derived. */
export function shownSinglePoint(point: UaPoint): ShownPoint {
  return shownPoint({ point, leg: null, geoid: undefined });
}

/** Heights above mean sea level have no field of their own in a flight's telemetry. */
function isConvertible({ altitudeMslMm, altitudeWgs84Mm }: UaPoint): boolean {
  return altitudeMslMm !== null && altitudeWgs84Mm === null;
}

export function shownPoint({ point, leg, geoid }: DerivablePoint): ShownPoint {
  const recorded = recordedVelocity(point);
  const velocity = completed(recorded, point, leg);
  const isConverted = geoid !== undefined && isConvertible(point);
  const derived: DerivedField[] = [];
  if (recorded.x === null) derived.push("velocity");
  if (recorded.z === null) derived.push("vertical_velocity");
  if (isConverted) derived.push("geo_altitude");
  return {
    point,
    velocity,
    geoAltitudeM: geoAltitudeM(point, geoid),
    verticalAccuracyMm: isConverted ? point.altitudeMslAccuracyMm : point.altitudeWgs84AccuracyMm,
    derived,
  };
}

/** The measures by which a curve of the track chooses points; only the chosen points need all values derived. */
export const DERIVABLE_MEASURES: CurveMeasures<DerivablePoint> = {
  heightOf: ({ point, geoid }) =>
    point.altitudeAtoMm ?? metresToMm(geoAltitudeM(point, geoid)) ?? point.altitudePressureMm,
  speedOf({ point, leg }) {
    const { x, y } = completed(recordedVelocity(point), point, leg);
    return x === null || y === null ? -Infinity : Math.hypot(x, y);
  },
  maxSpeedOf({ point, leg }) {
    if (point.velocityEastMmps !== null || point.horizontalSpeedMmps !== null) return Infinity;
    return leg === null ? -Infinity : maxSpeedOn(leg) + ROUNDING_MPS;
  },
};

function geoAltitudeM(point: UaPoint, geoid: Geoid | undefined): number | null {
  return geoid !== undefined && isConvertible(point)
    ? ellipsoidM(point, geoid)
    : fromThousandths(point.altitudeWgs84Mm);
}

function metresToMm(metres: number | null): number | null {
  return metres === null ? null : metres * 1000;
}

function ellipsoidM({ latitudeE7, longitudeE7, altitudeMslMm }: UaPoint, geoid: Geoid): number {
  const place = { latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 };
  return rounded(geoid.ellipsoidFromSeaLevelM(place, altitudeMslMm! / 1000));
}

/** From components, or from speed, course and vertical speed. */
function recordedVelocity(point: UaPoint): Velocity {
  const { velocityEastMmps: east, velocityNorthMmps: north, headingCdeg } = point;
  const z = fromThousandths(point.velocityUpMmps ?? point.verticalSpeedMmps);
  if (east !== null && north !== null) return { x: east / 1000, y: north / 1000, z };
  return {
    ...overGround(fromThousandths(point.horizontalSpeedMmps), headingCdeg === null ? null : headingCdeg / 100),
    z,
  };
}

/**
 * Missing values are derived from the track; if only one of speed and course is recorded, only the other one is
 * derived.
 */
function completed(recorded: Velocity, point: UaPoint, leg: Leg | null): Velocity {
  if (leg === null || (recorded.x !== null && recorded.z !== null)) return recorded;
  const flown = motionOn(leg);
  const speed = fromThousandths(point.horizontalSpeedMmps) ?? flown.speed;
  const course = point.headingCdeg === null ? flown.course : point.headingCdeg / 100;
  return {
    ...(recorded.x === null ? overGround(speed, course) : { x: recorded.x, y: recorded.y }),
    z: recorded.z ?? roundedOrNull(flown.climb),
  };
}

function overGround(speed: number | null, course: number | null): { x: number | null; y: number | null } {
  if (speed === 0) return { x: 0, y: 0 };
  if (speed === null || course === null) return { x: null, y: null };
  const radians = course * (Math.PI / 180);
  return { x: rounded(speed * Math.sin(radians)), y: rounded(speed * Math.cos(radians)) };
}

/** Metres from millimetres, and the like; `null` stays. */
export function fromThousandths(milliValue: number | null): number | null {
  return milliValue === null ? null : milliValue / 1000;
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : rounded(value);
}

/** To thousandths; without a negative zero. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}
