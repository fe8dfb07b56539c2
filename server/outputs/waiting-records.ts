import type { Schedule } from "../kernel/clock.ts";

/** The shortest wait before the next check, so that keys whose intervals end close together are released together. */
const MIN_WAIT_MS = 50;

/**
 * Items of which at most one waits for each key; the one that was put in last is taken first. A key that was taken is
 * held back for an interval: the newest item that arrives meanwhile is kept, and waits when the interval has passed.
 */
export type WaitingRecords<T> = {
  /** Puts in an item, which replaces an older one of the same key. */
  readonly put: (key: string, item: T) => void;
  /** Takes the first item for which `read` returns a record; items for which it returns none are removed. */
  readonly take: <R>(read: (item: T) => R | undefined) => TakenItem<T, R> | undefined;
  /**
   * Puts back an item that was taken, behind all others, unless there is a newer one, which is no longer held back
   * then.
   */
  readonly putBack: (key: string, item: T) => void;
  readonly size: () => number;
  /**
   * How many items were dropped: replaced by a newer one while they waited, beyond the limit, or instead of being put
   * back.
   */
  readonly dropped: () => number;
  /** How many items were replaced by a newer one while their key was held back. */
  readonly coalesced: () => number;
  /** Discards the items that are held back. */
  readonly stop: () => void;
};

export type TakenItem<T, R> = { readonly key: string; readonly item: T; readonly read: R };

/** The state of a key, found with one look-up; a key with neither a place nor a hold is removed. */
type Slot<T> = { readonly key: string; place: Place<T> | undefined; hold: Hold<T> | undefined };
type Place<T> = { readonly slot: Slot<T>; readonly item: T };
type Hold<T> = { readonly slot: Slot<T>; readonly untilMs: number; kept: { readonly item: T } | undefined };

/** Every operation takes constant time on average. Beyond `max` waiting items the oldest is dropped. */
export function createWaitingRecords<T>(deps: {
  readonly max: number;
  /** Nothing is held back when it is 0. */
  readonly intervalMs: number;
  readonly schedule: Schedule;
  readonly nowMs: () => number;
  /** Called when there is something to take. */
  readonly onReady: () => void;
}): WaitingRecords<T> {
  const { max, intervalMs, nowMs, onReady } = deps;
  const slots = new Map<string, Slot<T>>();
  const places = createPlaces<T>();
  /** Holds in the order in which they end, as all are equally long; some ended early. */
  let holds: Hold<T>[] = [];
  let cancel: (() => void) | undefined;
  const counts = { kept: 0, dropped: 0, coalesced: 0 };

  function slotOf(key: string): Slot<T> {
    let slot = slots.get(key);
    if (slot === undefined) slots.set(key, (slot = { key, place: undefined, hold: undefined }));
    return slot;
  }

  function forgetUnused(slot: Slot<T>): void {
    if (slot.place === undefined && slot.hold === undefined) slots.delete(slot.key);
  }

  function dropOldest(): void {
    forgetUnused(places.takeOldest().slot);
    counts.dropped++;
  }

  function offer(slot: Slot<T>, item: T): void {
    if (slot.place !== undefined) counts.dropped++;
    places.add(slot, item);
    if (places.size() > max) dropOldest();
    onReady();
  }

  function endHold(slot: Slot<T>): Hold<T>["kept"] {
    const kept = slot.hold?.kept;
    slot.hold = undefined;
    if (kept !== undefined) counts.kept--;
    return kept;
  }

  function hold(slot: Slot<T>): void {
    slot.hold = { slot, untilMs: nowMs() + intervalMs, kept: undefined };
    holds.push(slot.hold);
    cancel ??= deps.schedule(releaseDue, intervalMs);
  }

  function releaseDue(): void {
    cancel = undefined;
    const now = nowMs();
    let count = 0;
    for (const one of holds) {
      // Later than the whole interval from now: the clock was set back.
      if (one.untilMs > now && one.untilMs <= now + intervalMs) break;
      count++;
      if (one.slot.hold !== one) continue;
      const kept = endHold(one.slot);
      if (kept === undefined) forgetUnused(one.slot);
      else offer(one.slot, kept.item);
    }
    holds = holds.slice(count);
    const first = holds[0];
    if (first === undefined) return;
    const waitMs = Math.min(Math.max(first.untilMs - nowMs(), MIN_WAIT_MS), intervalMs);
    cancel = deps.schedule(releaseDue, waitMs);
  }

  return {
    put(key, item) {
      const slot = slotOf(key);
      const held = slot.hold;
      if (held === undefined) return offer(slot, item);
      if (held.kept === undefined) counts.kept++;
      else counts.coalesced++;
      held.kept = { item };
    },
    take(read) {
      for (let place = places.takeNewest(); place !== undefined; place = places.takeNewest()) {
        const { slot, item } = place;
        const made = read(item);
        if (made !== undefined && intervalMs > 0) hold(slot);
        else forgetUnused(slot);
        if (made !== undefined) return { key: slot.key, item, read: made };
      }
      return undefined;
    },
    putBack(key, item) {
      const slot = slotOf(key);
      const newer = endHold(slot);
      if (newer !== undefined) {
        counts.dropped++;
        offer(slot, newer.item);
      } else if (slot.place !== undefined || places.size() >= max) {
        counts.dropped++;
        forgetUnused(slot);
      } else {
        places.addOldest(slot, item);
      }
    },
    size: () => places.size() + counts.kept,
    dropped: () => counts.dropped,
    coalesced: () => counts.coalesced,
    stop() {
      cancel?.();
      cancel = undefined;
      for (const { slot } of holds) {
        endHold(slot);
        forgetUnused(slot);
      }
      holds = [];
    },
  };
}

/** Places in the order in which they were put in: an array in which removed ones are deleted in bulk. */
function createPlaces<T>() {
  let all: Place<T>[] = [];
  /** All places before this index are removed. */
  let oldest = 0;
  let size = 0;

  function sweep(): void {
    if (all.length <= 2 * size + 64) return;
    all = all.slice(oldest).filter((place) => place.slot.place === place);
    oldest = 0;
  }

  function leave(place: Place<T>): Place<T> {
    place.slot.place = undefined;
    size--;
    return place;
  }

  return {
    size: () => size,
    /** In place of an older one of the slot. */
    add(slot: Slot<T>, item: T): void {
      if (slot.place === undefined) size++;
      slot.place = { slot, item };
      all.push(slot.place);
      sweep();
    },
    /** Behind all others, of a slot that has no place. */
    addOldest(slot: Slot<T>, item: T): void {
      slot.place = { slot, item };
      size++;
      if (oldest > 0) all[--oldest] = slot.place;
      else all.unshift(slot.place);
    },
    takeNewest(): Place<T> | undefined {
      while (all.length > oldest) {
        const place = all.pop()!;
        if (place.slot.place === place) return leave(place);
      }
      return undefined;
    },
    /** There must be one. */
    takeOldest(): Place<T> {
      while (all[oldest]!.slot.place !== all[oldest]) oldest++;
      return leave(all[oldest++]!);
    },
  };
}
