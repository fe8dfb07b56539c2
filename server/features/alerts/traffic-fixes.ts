import type { Bbox } from "../../kernel/geo.ts";
import { isCrewed, type TrafficFix, type TrafficPoint } from "../../kernel/traffic.ts";
import type { Sample } from "./alert.model.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import { type CompiledRule, fixAt, MAX_TARGET_AGE_MS, type Surroundings } from "./conditions.rules.ts";
import { WINDOW_MS } from "./judged-operation.ts";
import { metresPerDegree } from "./shape.rules.ts";

/** Positions of aircraft with a crew, by address and in order of time. */
export type TrafficFixes = Map<string, TrafficFix[]>;

/** How far an operation may move while the traffic around it is read. */
const MARGIN_M = 10_000;

/** The positions that rules are judged on, without aircraft that have no crew. */
export function fixesOf(points: readonly TrafficPoint[]): readonly TrafficFix[] {
  return points.filter(isCrewed).map(({ icao, timeMs, latitude, longitude, altitudeWgs84M, altitudePressureM }) => ({
    timeMs,
    icao,
    latitude,
    longitude,
    wgs84M: altitudeWgs84M ?? NaN,
    pressureM: altitudePressureM ?? NaN,
  }));
}

/** Inserts a position at its place; several of one time in an order that does not depend on their arrival. */
export function insertTrafficFix(traffic: TrafficFixes, fix: TrafficFix): void {
  let fixes = traffic.get(fix.icao);
  if (fixes === undefined) traffic.set(fix.icao, (fixes = []));
  let at = fixes.length;
  while (at > 0) {
    const order = trafficOrder(fixes[at - 1]!, fix);
    if (order === 0) return;
    if (order < 0) break;
    at--;
  }
  fixes.splice(at, 0, fix);
}

function trafficOrder(a: TrafficFix, b: TrafficFix): number {
  return a.timeMs - b.timeMs || a.latitude - b.latitude || a.longitude - b.longitude;
}

/** The position of each aircraft at a time, as far as it is known. */
export function trafficAt(traffic: TrafficFixes): Surroundings["trafficAt"] {
  return (timeMs) => {
    const found: TrafficFix[] = [];
    for (const fixes of traffic.values()) {
      const fix = fixAt(fixes, timeMs, MAX_TARGET_AGE_MS);
      if (fix !== undefined) found.push(fix);
    }
    return found;
  };
}

/** The traffic around samples, from the database. */
export async function loadTraffic(
  rules: readonly CompiledRule[],
  samples: readonly Sample[],
  { tracks, signal }: { readonly tracks: Pick<AlertTracks, "readTraffic">; readonly signal: AbortSignal },
): Promise<Surroundings["trafficAt"]> {
  const traffic: TrafficFixes = new Map();
  const conditions = rules.flatMap(({ rule: { condition, appliesFromMs } }) =>
    condition.kind === "traffic_near" ? { horizontalM: condition.horizontal_m, appliesFromMs } : [],
  );
  if (conditions.length === 0) return trafficAt(traffic);
  const appliesFromMs = Math.min(...conditions.map((one) => one.appliesFromMs));
  const judged = samples.filter(({ timeMs }) => timeMs >= appliesFromMs);
  const [first, last] = [judged[0], judged.at(-1)];
  if (first === undefined || last === undefined) return trafficAt(traffic);
  const range = { fromMs: first.timeMs - MAX_TARGET_AGE_MS, toMs: last.timeMs + WINDOW_MS };
  const bbox = boxAround(judged, Math.max(...conditions.map(({ horizontalM }) => horizontalM)) + MARGIN_M);
  for (const fix of fixesOf(await tracks.readTraffic(range, bbox, signal))) insertTrafficFix(traffic, fix);
  return trafficAt(traffic);
}

function boxAround(samples: readonly Sample[], marginM: number): Bbox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { latitude, longitude } of samples) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const perDegree = metresPerDegree(Math.max(Math.abs(south), Math.abs(north)));
  const [up, aside] = [marginM / perDegree.north, marginM / Math.max(1, perDegree.east)];
  const isAround = west - aside < -180 || east + aside > 180;
  return {
    west: isAround ? -180 : west - aside,
    east: isAround ? 180 : east + aside,
    south: Math.max(-90, south - up),
    north: Math.min(90, north + up),
  };
}
