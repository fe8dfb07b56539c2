import { SECOND_MS } from "../../../kernel/clock.ts";
import type { Fix, Places } from "./fusion.rules.ts";
import { isNearby, isPlausibleMove } from "./fusion.rules.ts";
import type { TrackFixes } from "../operations.deps.ts";
import type { SuboperationModel } from "../model/operation.model.ts";

/** Where suboperations were, one place a second: the earliest of each, so that it does not matter how records came. */
export type SuboperationFixes = {
  /** A suboperation that is new. */
  readonly open: (suboperation: SuboperationModel) => void;
  /** A suboperation that is known from the database: its newest place is asked for there. */
  readonly load: (suboperation: SuboperationModel) => void;
  /** Takes up a place; gives whether it says more than was known. */
  readonly note: (suboperation: SuboperationModel, fix: Fix) => boolean;
  /** Takes over what is known of another suboperation, whose records become this one's. */
  readonly mergeSuboperation: (from: SuboperationModel, into: SuboperationModel) => void;
  readonly placesOf: (a: SuboperationModel, b: SuboperationModel) => Places;
};

type Known = {
  first: Fix | null;
  /** Ascending; at most one of each second. */
  readonly recent: Fix[];
  /** Whether some are stored only. */
  isCut: boolean;
};

/** Places that are kept in memory for each suboperation; twice as many before the elder half is left to the database. */
const KEPT = 64;

export function createSuboperationFixes(tracks: TrackFixes): SuboperationFixes {
  const known = new WeakMap<SuboperationModel, Known>();

  function findNearest(suboperation: SuboperationModel, timeMs: number): Fix | null {
    const { recent, isCut } = known.get(suboperation)!;
    const index = recent.findLastIndex((fix) => fix.timeMs <= timeMs);
    let before = recent[index];
    let after = recent[index + 1];
    if (before === undefined && isCut) {
      const until = tracks.findFixUntil(suboperation.id, timeMs);
      before = until && tracks.findFixFrom(suboperation.id, secondOf(until) * SECOND_MS);
      const stored = tracks.findFixFrom(
        suboperation.id,
        before === undefined ? timeMs : (secondOf(before) + 1) * SECOND_MS,
      );
      if (stored !== undefined && (after === undefined || stored.timeMs < after.timeMs)) after = stored;
    }
    if (before === undefined || after === undefined) return before ?? after ?? null;
    return timeMs - before.timeMs <= after.timeMs - timeMs ? before : after;
  }

  return {
    open(suboperation) {
      known.set(suboperation, { first: null, recent: [], isCut: false });
    },
    load(suboperation) {
      const first = tracks.findFixFrom(suboperation.id, -Infinity) ?? null;
      suboperation.lastFix = tracks.findFixUntil(suboperation.id, Infinity) ?? null;
      known.set(suboperation, { first, recent: [], isCut: first !== null });
    },
    note(suboperation, fix) {
      const mine = known.get(suboperation)!;
      if (mine.first === null || isEarlier(fix, mine.first)) mine.first = fix;
      return insert(mine, fix);
    },
    mergeSuboperation(from, into) {
      const [theirs, mine] = [known.get(from)!, known.get(into)!];
      for (const fix of theirs.recent) insert(mine, fix);
      mine.isCut ||= theirs.isCut;
      if (theirs.first !== null && (mine.first === null || isEarlier(theirs.first, mine.first)))
        mine.first = theirs.first;
    },
    placesOf(a, b) {
      const [startA, startB] = [known.get(a)!.first, known.get(b)!.first];
      if (startA === null || startB === null) return { isPlausible: true, isNearby: false };
      const [start, elder] = isEarlier(startA, startB) ? [startB, a] : [startA, b];
      const place = findNearest(elder, start.timeMs);
      return { isPlausible: isPlausibleMove(place, start), isNearby: isNearby(place, start) };
    },
  };
}

function insert(mine: Known, fix: Fix): boolean {
  const { recent } = mine;
  const second = secondOf(fix);
  let index = recent.length;
  while (index > 0 && secondOf(recent[index - 1]!) > second) index--;
  const same = recent[index - 1];
  if (same !== undefined && secondOf(same) === second) {
    if (!isEarlier(fix, same)) return false;
    recent[index - 1] = fix;
    return true;
  }
  // Older than what is kept: the database has it, or will.
  if (index === 0 && mine.isCut && recent.length > 0) return true;
  recent.splice(index, 0, fix);
  if (recent.length > 2 * KEPT) {
    recent.splice(0, KEPT);
    mine.isCut = true;
  }
  return true;
}

function secondOf({ timeMs }: Fix): number {
  return Math.floor(timeMs / SECOND_MS);
}

/** Of two places at one time either is taken, but always the same. */
function isEarlier(a: Fix, b: Fix): boolean {
  if (a.timeMs !== b.timeMs) return a.timeMs < b.timeMs;
  return a.latitude !== b.latitude ? a.latitude < b.latitude : a.longitude < b.longitude;
}
