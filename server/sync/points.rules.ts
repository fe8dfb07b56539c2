import type { FlightPoint } from "../contracts/flight-telemetry.ts";
import { geodesicM } from "../kernel/geodesic.ts";
import type { UploadPoint } from "./sync.ports.ts";

/** Points of which velocities were derived, and those that cannot be sent without one. */
export type Completed = {
  readonly points: readonly FlightPoint[];
  readonly derived: number;
  readonly held: readonly string[];
};

/** Positions further apart in time say nothing about the velocity between them. */
const MAX_GAP_MS = 10_000;

/** The API requires a velocity: where it is unknown it follows from the neighbours in time. */
export function completeVelocities(points: readonly UploadPoint[]): Completed {
  if (points.every(hasVelocity)) return { points, derived: 0, held: [] };
  const completed: FlightPoint[] = [];
  const held: string[] = [];
  let derived = 0;
  for (const [index, point] of points.entries()) {
    const velocity = point.velocity ?? velocityBetween(points[index - 1], point, points[index + 1]);
    if (velocity === undefined) {
      held.push(point.time);
      continue;
    }
    if (point.velocity === null) derived++;
    completed.push({ ...point, velocity });
  }
  return { points: completed, derived, held };
}

function hasVelocity(point: UploadPoint): point is FlightPoint {
  return point.velocity !== null;
}

function velocityBetween(
  before: UploadPoint | undefined,
  point: UploadPoint,
  after: UploadPoint | undefined,
): FlightPoint["velocity"] | undefined {
  const from = isNear(before, point) ? before : point;
  const to = isNear(after, point) ? after : point;
  const seconds = (Date.parse(to.time) - Date.parse(from.time)) / 1000;
  if (seconds <= 0) return undefined;
  const north = signedM(
    from,
    { ...from, location: { ...from.location, lat: to.location.lat } },
    to.location.lat - from.location.lat,
  );
  const east = signedM(
    from,
    { ...from, location: { ...from.location, lon: to.location.lon } },
    to.location.lon - from.location.lon,
  );
  const [low, high] = [from.geo_altitude, to.geo_altitude];
  return {
    x: toMillimetres(east / seconds),
    y: toMillimetres(north / seconds),
    z: low === null || high === null ? 0 : toMillimetres((high - low) / seconds),
  };
}

function isNear(neighbour: UploadPoint | undefined, point: UploadPoint): neighbour is UploadPoint {
  return neighbour !== undefined && Math.abs(Date.parse(neighbour.time) - Date.parse(point.time)) <= MAX_GAP_MS;
}

function signedM(from: UploadPoint, to: UploadPoint, sign: number): number {
  const place = ({ location }: UploadPoint) => ({ latitude: location.lat, longitude: location.lon });
  return Math.sign(sign) * geodesicM(place(from), place(to));
}

function toMillimetres(metresPerSecond: number): number {
  return Math.round(metresPerSecond * 1000) / 1000;
}

/** An entry that has a time, of telemetry or of a status history. */
export type Timed = { readonly time: string };

/** Finds for each entry of this station the one of the peer at the same time. */
export type TimeMatch<T extends Timed> = {
  readonly missing: readonly T[];
  /** Entries of the peer beyond those of this station: stored twice, or another's. */
  readonly extra: number;
  readonly hasWholeSeconds: boolean;
};

export function matchTimes<T extends Timed>(here: readonly T[], there: readonly Timed[]): TimeMatch<T> {
  const times = there.map(({ time }) => Date.parse(time));
  const exact = matchBy(here, times, (timeMs) => timeMs);
  const isFractional = exact.missing.some(({ time }) => Date.parse(time) % 1000 !== 0);
  const mayBeWhole = isFractional && exact.extra.length > 0 && times.every((time) => time % 1000 === 0);
  if (!mayBeWhole) return { missing: exact.missing, extra: exact.extra.length, hasWholeSeconds: false };
  // The peer may cut the fraction off, or round. What matches exactly is left out: it proves nothing.
  const cut = matchBy(exact.missing, exact.extra, (timeMs) => Math.floor(timeMs / 1000));
  const rounded = matchBy(exact.missing, exact.extra, (timeMs) => Math.round(timeMs / 1000));
  const { missing, extra } = cut.missing.length <= rounded.missing.length ? cut : rounded;
  return { missing, extra: extra.length, hasWholeSeconds: missing.length < exact.missing.length };
}

function matchBy<T extends Timed>(here: readonly T[], times: readonly number[], keyOf: (timeMs: number) => number) {
  const unmatched = new Map<number, number[]>();
  for (const time of times) unmatched.set(keyOf(time), [...(unmatched.get(keyOf(time)) ?? []), time]);
  const missing = here.filter(({ time }) => unmatched.get(keyOf(Date.parse(time)))?.pop() === undefined);
  return { missing, extra: [...unmatched.values()].flat() };
}

/** Whether several entries fall into the same second. */
export function collideInSeconds(entries: readonly Timed[]): boolean {
  const seconds = entries.map(({ time }) => Math.floor(Date.parse(time) / 1000));
  return new Set(seconds).size < seconds.length;
}
