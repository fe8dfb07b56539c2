import { SECOND_MS } from "../../kernel/clock.ts";
import type { Position } from "../../kernel/geo.ts";
import { geodesicM } from "../../kernel/geodesic.ts";
import { emptyTrackEnd, isPlausibleMove, nextMove, type TrackEnd } from "../../kernel/plausible-move.ts";

/**
 * The length of a path that several sensors received. Their clocks and delays differ, so joining all their points by
 * time would make the path jump back and forth between the sensors. Instead, each time slot uses the points of one
 * suboperation, the leading one, and paths are joined only where the lead changes. A suboperation keeps the lead until
 * another one has more than twice as many points in a slot.
 *
 * Moves that no aircraft can make are left out (`kernel/plausible-move`), within a suboperation and between two.
 */
const SLOT_MS = 10 * SECOND_MS;
const CHANGE_RATIO = 2;

type Fix = Position & { readonly timeMs: number };

/** The path of one suboperation within the current slot. */
type Run = { readonly start: Fix; end: Fix; points: number; lengthM: number };

/** Plain data, stored as JSON so that a computation can be resumed. */
export type Path = {
  lengthM: number;
  /** End of the part that is already counted. */
  end: Fix | null;
  leader: number | null;
  slot: number | null;
  runs: Record<number, Run>;
  /** How far each suboperation is read, whichever leads. */
  tracks: Record<number, TrackEnd>;
};

export function emptyPath(): Path {
  return { lengthM: 0, end: null, leader: null, slot: null, runs: {}, tracks: {} };
}

/** Adds a point; call in time order. */
export function addToPath(path: Path, suboperation: number, timeMs: number, point: Position): void {
  const slot = Math.floor(timeMs / SLOT_MS);
  if (slot !== path.slot) {
    closeSlot(path);
    path.slot = slot;
  }
  const fix = { ...point, timeMs };
  const move = nextMove((path.tracks[suboperation] ??= emptyTrackEnd()), fix);
  if (move === undefined) return;
  const { from, isAfterJump } = move;
  const lengthM = hopM(from, fix);
  const run = path.runs[suboperation];
  if (run === undefined) {
    // The way from the run before is added when the slot is closed, unless it is a jump.
    path.runs[suboperation] = isAfterJump
      ? { start: from, end: fix, points: 1, lengthM }
      : { start: fix, end: fix, points: 1, lengthM: 0 };
    return;
  }
  run.lengthM += lengthM;
  run.end = fix;
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
  const isConnected = path.end !== null && isPlausibleMove(path.end, run.start);
  path.lengthM += (isConnected ? hopM(path.end!, run.start) : 0) + run.lengthM;
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
