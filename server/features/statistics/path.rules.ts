import { SECOND_MS } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import { geodesicM } from "../../kernel/geodesic.ts";

/**
 * The length of a flight that several sensors heard. What they heard is one path, at times that differ by what each
 * takes to hear and to hand on: joined point by point it would run to and fro between them. So in every slot of time the
 * path is that of one sensor's suboperation, the leading one; only where the lead changes are two of them joined. A suboperation
 * leads on until another one has more than twice as many points in a slot.
 */
const SLOT_MS = 10 * SECOND_MS;
const CHANGE_RATIO = 2;

/** What a suboperation flew within the present slot. */
type Run = { readonly start: Position; end: Position; points: number; lengthM: number };

/** Plain data: it is stored as JSON and goes on from there. */
export type Path = {
  lengthM: number;
  /** Where the counted part ends. */
  end: Position | null;
  leader: number | null;
  slot: number | null;
  runs: Record<number, Run>;
};

export function emptyPath(): Path {
  return { lengthM: 0, end: null, leader: null, slot: null, runs: {} };
}

/** Takes in a point. Points come in the order of time. */
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

/** Metres flown so far, the present slot included. */
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

/** A receiver often hands over the same position several times. */
function hopM(from: Position, to: Position): number {
  return from.latitude === to.latitude && from.longitude === to.longitude ? 0 : geodesicM(from, to);
}
