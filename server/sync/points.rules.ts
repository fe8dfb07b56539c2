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
  const hasWholeSeconds =
    times.length > 1 &&
    times.every((time) => time % 1000 === 0) &&
    here.some(({ time }) => Date.parse(time) % 1000 !== 0);
  if (!hasWholeSeconds) return { ...matchBy(here, times, (timeMs) => timeMs), hasWholeSeconds };
  // The peer may cut the fraction off, or round.
  const cut = matchBy(here, times, (timeMs) => Math.floor(timeMs / 1000));
  const rounded = matchBy(here, times, (timeMs) => Math.round(timeMs / 1000));
  return { ...(cut.missing.length <= rounded.missing.length ? cut : rounded), hasWholeSeconds };
}

function matchBy<T extends Timed>(here: readonly T[], times: readonly number[], keyOf: (timeMs: number) => number) {
  const counts = new Map<number, number>();
  for (const time of times) counts.set(keyOf(time), (counts.get(keyOf(time)) ?? 0) + 1);
  const missing = here.filter((entry) => {
    const key = keyOf(Date.parse(entry.time));
    const count = counts.get(key) ?? 0;
    if (count > 0) counts.set(key, count - 1);
    return count === 0;
  });
  const extra = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { missing, extra };
}

/** Whether several entries fall into the same second. */
export function collideInSeconds(entries: readonly Timed[]): boolean {
  const seconds = entries.map(({ time }) => Math.floor(Date.parse(time) / 1000));
  return new Set(seconds).size < seconds.length;
}
