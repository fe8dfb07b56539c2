import { SECOND_MS } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import { geodesicM } from "../../kernel/geodesic.ts";

/**
 * The length of a path that several sensors received. Their clocks and delays differ, so joining all their points by
 * time would make the path jump back and forth between the sensors. Instead, each time slot uses the points of one
 * suboperation, the leading one, and paths are joined only where the lead changes. A suboperation keeps the lead until
 * another one has more than twice as many points in a slot.
 */
const SLOT_MS = 10 * SECOND_MS;
const CHANGE_RATIO = 2;

/** The path of one suboperation within the current slot. */
type Run = { readonly start: Position; end: Position; points: number; lengthM: number };

/** Plain data, stored as JSON so that a computation can be resumed. */
export type Path = {
  lengthM: number;
  /** End of the part that is already counted. */
  end: Position | null;
  leader: number | null;
  slot: number | null;
  runs: Record<number, Run>;
};

export function emptyPath(): Path {
  return { lengthM: 0, end: null, leader: null, slot: null, runs: {} };
}

/** Adds a point; call in time order. */
export function addToPath(path: Path, suboperation: number, timeMs: number, point: Position): void {
  const slot = Math.floor(timeMs / SLOT_MS);
  if (slot !== path.slot) {
    closeSlot(path);
    path.slot = slot;
  }
  const run = path.runs[suboperation];
  if (run === undefined) {
    path.runs[suboperation] = { start: point, end: point, points: 1, lengthM: 0 };
    return;
  }
  run.lengthM += hopM(run.end, point);
  run.end = point;
  run.points++;
}

/** Metres flown so far, including the current slot. */
export function pathLengthM(path: Path): number {
  const closed = { ...path };
  closeSlot(closed);
  return closed.lengthM;
}

function closeSlot(path: Path): void {
  const leader = leaderOf(path);
  const run = leader === undefined ? undefined : path.runs[leader];
  if (leader === undefined || run === undefined) return;
  path.lengthM += (path.end === null ? 0 : hopM(path.end, run.start)) + run.lengthM;
  path.end = run.end;
  path.leader = leader;
  path.runs = {};
}

function leaderOf({ runs, leader }: Path): number | undefined {
  let best: number | undefined;
  for (const key of Object.keys(runs)) {
    const suboperation = Number(key);
    if (best === undefined || runs[suboperation]!.points > runs[best]!.points) best = suboperation;
  }
  const known = leader === null ? undefined : runs[leader];
  if (best === undefined || leader === null || known === undefined) return best;
  return runs[best]!.points > CHANGE_RATIO * known.points ? best : leader;
}

/** Distance in metres; skips the computation for equal positions, because receivers often repeat a position. */
function hopM(from: Position, to: Position): number {
  return from.latitude === to.latitude && from.longitude === to.longitude ? 0 : geodesicM(from, to);
}
