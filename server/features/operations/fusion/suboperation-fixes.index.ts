import { SECOND_MS } from "../../../kernel/clock.ts";
import type { Fix } from "../model/operation.model.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import type { PositionMatch } from "./fusion.rules.ts";
import { SIMULTANEOUS_MS, impossibleMoveM, isNearby, isPlausibleMove } from "./fusion.rules.ts";
import type { TrackFixes } from "./track.deps.ts";

/** Where suboperations were: the earliest position of each second, so that the order of arrival does not matter. */
export type SuboperationFixes = {
  /** Adds a new suboperation. */
  readonly open: (suboperation: SuboperationModel) => void;
  /** Adds a suboperation that was loaded from the database: its newest position is read from there. */
  readonly load: (suboperation: SuboperationModel) => void;
  /** Adds a position, and returns what it changes. */
  readonly note: (suboperation: SuboperationModel, fix: Fix) => FixChange;
  /** The times of the positions before and after the one that was noted last: between them it may be the nearest now. */
  readonly gapOf: (suboperation: SuboperationModel) => Gap;
  /** Adds the positions of another suboperation, whose records become this one's. */
  readonly mergeSuboperation: (from: SuboperationModel, into: SuboperationModel) => void;
  /**
   * Call when all records are on disk or in the open transaction. Returns the suboperations with positions that until
   * then were neither in memory nor on their track, so that decisions may have missed them.
   */
  readonly drainIncomplete: () => readonly SuboperationModel[];
  readonly hasIncomplete: () => boolean;
  readonly matchPositions: (a: SuboperationModel, b: SuboperationModel) => PositionMatch;
  /**
   * The largest distance of the suboperation from a position at the same time, if one aircraft cannot have been at
   * both; otherwise 0.
   */
  readonly impossibleDistanceM: (suboperation: SuboperationModel, fix: Fix) => number;
  /**
   * The largest distance of two suboperations at the same time, if one aircraft cannot have been at both; otherwise 0.
   */
  readonly apartAtOnceM: (a: SuboperationModel, b: SuboperationModel) => number;
  /** The largest distance of two suboperations, if one aircraft cannot have been both; otherwise 0. */
  readonly impossiblyApartM: (a: SuboperationModel, b: SuboperationModel) => number;
};

/**
 * What a position changes: nothing, or it is the first of its second, or it replaces a later one of its second; if it
 * is `older` than the positions in memory, it may be either.
 */
export type FixChange = "nothing" | "added" | "replaced" | "older";

export type Gap = { readonly gapFromMs: number; readonly gapToMs: number };

type Known = {
  /** Ascending; at most one of each second. */
  readonly recent: Fix[];
  /** All positions from this time on are in memory, older ones only in the database. A whole second, or `-Infinity`. */
  completeFromMs: number;
  /** The times between which the position that was added last lies. */
  gapFromMs: number;
  gapToMs: number;
  /** The oldest position since all records were last saved, and the number of such saves. */
  oldestUnsavedMs: number;
  saveCount: number;
};

/**
 * Positions kept in memory for each suboperation; at twice as many the older half is dropped, as the database has it.
 */
const KEPT_FIXES = 64;

/** Times at which two whole tracks are compared. */
const MAX_COMPARED = 360;

export function createSuboperationFixes(tracks: TrackFixes): SuboperationFixes {
  const known = new WeakMap<SuboperationModel, Known>();
  const incomplete = new Set<SuboperationModel>();
  let saveCount = 0;

  function findNearest(suboperation: SuboperationModel, timeMs: number): Fix | null {
    const { recent, completeFromMs } = known.get(suboperation)!;
    const index = recent.findLastIndex((fix) => fix.timeMs <= timeMs);
    let before = recent[index];
    let after = recent[index + 1];
    if (before === undefined && completeFromMs > -Infinity) {
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

  /** The earliest position of each second, ascending; those not in memory are read from the track, in pages. */
  function* listBetween(suboperation: SuboperationModel, fromMs: number, toMs: number): Generator<Fix> {
    const { recent, completeFromMs } = known.get(suboperation)!;
    const storedToMs = Math.min(toMs, completeFromMs - 1);
    let nextMs = startOfSecond(fromMs);
    while (nextMs <= storedToMs) {
      const page = tracks.listFixes(suboperation.id, nextMs, storedToMs);
      for (const fix of page) {
        if (fix.timeMs < nextMs) continue;
        nextMs = startOfSecond(fix.timeMs) + SECOND_MS;
        if (fix.timeMs >= fromMs) yield fix;
      }
      if (page.length === 0) break;
    }
    for (const fix of recent) if (fix.timeMs >= fromMs && fix.timeMs <= toMs) yield fix;
  }

  /** Positions near a time at which another suboperation had one. */
  function listAround(suboperation: SuboperationModel, timeMs: number): readonly Fix[] {
    const { recent, completeFromMs } = known.get(suboperation)!;
    const [fromMs, toMs] = [timeMs - SIMULTANEOUS_MS, timeMs + SIMULTANEOUS_MS];
    if (fromMs < completeFromMs) return [...listBetween(suboperation, fromMs, toMs)];
    let index = recent.length;
    while (index > 0 && recent[index - 1]!.timeMs >= fromMs) index--;
    return recent.slice(index);
  }

  return {
    open(suboperation) {
      known.set(suboperation, unknown(saveCount));
    },
    load(suboperation) {
      suboperation.firstFix = tracks.findFixFrom(suboperation.id, -Infinity) ?? null;
      const last = tracks.findFixUntil(suboperation.id, Infinity) ?? null;
      suboperation.lastFix = last;
      const completeFromMs = last === null ? -Infinity : startOfSecond(last.timeMs) + SECOND_MS;
      known.set(suboperation, { ...unknown(saveCount), completeFromMs });
    },
    note(suboperation, fix) {
      const mine = known.get(suboperation)!;
      noteFirst(suboperation, fix);
      mine.oldestUnsavedMs = Math.min(fix.timeMs, mine.saveCount === saveCount ? mine.oldestUnsavedMs : Infinity);
      mine.saveCount = saveCount;
      const change = insert(mine, fix);
      if (mine.oldestUnsavedMs < mine.completeFromMs) incomplete.add(suboperation);
      return change;
    },
    gapOf: (suboperation) => known.get(suboperation)!,
    mergeSuboperation(from, into) {
      const mine = known.get(into)!;
      mergeKnown(known.get(from)!, mine);
      noteFirst(into, from.firstFix);
      // Its records are copied after this has been decided.
      if (mine.completeFromMs > -Infinity) incomplete.add(into);
    },
    drainIncomplete() {
      const drained = [...incomplete];
      incomplete.clear();
      saveCount++;
      return drained;
    },
    hasIncomplete: () => incomplete.size > 0,
    matchPositions(a, b) {
      const [startA, startB] = [a.firstFix, b.firstFix];
      if (startA === null || startB === null) return { isPlausible: true, isNearby: false };
      const [start, earlier] = isEarlier(startA, startB) ? [startB, a] : [startA, b];
      const position = findNearest(earlier, start.timeMs);
      return { isPlausible: isPlausibleMove(position, start), isNearby: isNearby(position, start) };
    },
    impossibleDistanceM(suboperation, fix) {
      let largestM = 0;
      for (const other of listAround(suboperation, fix.timeMs)) {
        if (Math.abs(other.timeMs - fix.timeMs) > SIMULTANEOUS_MS) continue;
        largestM = Math.max(largestM, impossibleMoveM(other, fix));
      }
      return largestM;
    },
    apartAtOnceM(a, b) {
      const fromMs = Math.max(a.firstMs, b.firstMs) - SIMULTANEOUS_MS;
      const toMs = Math.min(a.lastMs, b.lastMs) + SIMULTANEOUS_MS;
      return largestImpossibleMoveM(listBetween(a, fromMs, toMs), listBetween(b, fromMs, toMs));
    },
    impossiblyApartM(a, b) {
      const fromMs = Math.max(a.firstMs, b.firstMs);
      // Where they do not overlap, the end of the one and the beginning of the other are compared.
      const toMs = Math.max(fromMs, Math.min(a.lastMs, b.lastMs));
      const stepMs = Math.max(SIMULTANEOUS_MS, (toMs - fromMs) / MAX_COMPARED);
      let largestM = 0;
      for (let timeMs = fromMs; timeMs <= toMs; timeMs += stepMs) {
        const [one, other] = [findNearest(a, timeMs), findNearest(b, timeMs)];
        if (one !== null && other !== null) largestM = Math.max(largestM, impossibleMoveM(one, other));
      }
      return largestM;
    },
  };
}

/** Over simultaneous positions of the two; both ascending. */
function largestImpossibleMoveM(fixes: Iterable<Fix>, others: Iterator<Fix>): number {
  const around: Fix[] = [];
  let next = others.next();
  let largestM = 0;
  for (const fix of fixes) {
    for (; next.done !== true && next.value.timeMs <= fix.timeMs + SIMULTANEOUS_MS; next = others.next()) {
      around.push(next.value);
    }
    while (around.length > 0 && around[0]!.timeMs < fix.timeMs - SIMULTANEOUS_MS) around.shift();
    for (const other of around) largestM = Math.max(largestM, impossibleMoveM(other, fix));
  }
  return largestM;
}

function insert(mine: Known, fix: Fix): FixChange {
  const { recent } = mine;
  const second = secondOf(fix);
  let index = recent.length;
  while (index > 0 && secondOf(recent[index - 1]!) > second) index--;
  const same = recent[index - 1];
  if (same !== undefined && secondOf(same) === second) {
    if (!isEarlier(fix, same)) return "nothing";
    recent[index - 1] = fix;
    noteGap(mine, recent[index - 2], recent[index]);
    return "replaced";
  }
  // Older than what is kept in memory: it is in the database, or on its way there.
  if (fix.timeMs < mine.completeFromMs) {
    noteGap(mine, undefined, undefined);
    return "older";
  }
  noteGap(mine, same, recent[index]);
  if (index === recent.length) recent.push(fix);
  else recent.splice(index, 0, fix);
  if (recent.length > 2 * KEPT_FIXES) {
    recent.splice(0, KEPT_FIXES);
    mine.completeFromMs = startOfSecond(recent[0]!.timeMs);
  }
  return "added";
}

/** Positions older than either of the two has in memory are dropped. */
function mergeKnown(from: Known, into: Known): void {
  into.completeFromMs = Math.max(into.completeFromMs, from.completeFromMs);
  for (const fix of from.recent) insert(into, fix);
  const complete = into.recent.findIndex(({ timeMs }) => timeMs >= into.completeFromMs);
  into.recent.splice(0, complete === -1 ? into.recent.length : complete);
}

function noteFirst(suboperation: SuboperationModel, fix: Fix | null): void {
  const { firstFix } = suboperation;
  if (fix !== null && (firstFix === null || isEarlier(fix, firstFix))) suboperation.firstFix = fix;
}

function noteGap(mine: Known, before: Fix | undefined, after: Fix | undefined): void {
  mine.gapFromMs = before?.timeMs ?? -Infinity;
  mine.gapToMs = after?.timeMs ?? Infinity;
}

function unknown(saveCount: number): Known {
  return {
    recent: [],
    completeFromMs: -Infinity,
    gapFromMs: -Infinity,
    gapToMs: Infinity,
    oldestUnsavedMs: Infinity,
    saveCount,
  };
}

function startOfSecond(timeMs: number): number {
  return Math.floor(timeMs / SECOND_MS) * SECOND_MS;
}

function secondOf({ timeMs }: Fix): number {
  return Math.floor(timeMs / SECOND_MS);
}

/** The order of two positions at the same time is arbitrary, but always the same. */
function isEarlier(a: Fix, b: Fix): boolean {
  if (a.timeMs !== b.timeMs) return a.timeMs < b.timeMs;
  return a.latitude !== b.latitude ? a.latitude < b.latitude : a.longitude < b.longitude;
}
