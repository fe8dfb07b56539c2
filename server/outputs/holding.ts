import type { Schedule } from "../kernel/clock.ts";

/** Waits at least so long before it looks again, so that keys whose time ends close together are released together. */
const MIN_WAIT_MS = 50;

/** Items whose key was taken a moment ago: the newest of each is kept until its time has passed. */
export type Holding<K, T> = {
  /** Holds back what comes for this key from now on. */
  readonly begin: (key: K) => void;
  /** Keeps an item in place of an older one of its key; false when the key is not held back. */
  readonly keep: (key: K, item: T) => boolean;
  /** Ends the time of a key and gives the item that was kept, if any. */
  readonly end: (key: K) => { readonly item: T } | undefined;
  /** How many items wait. */
  readonly size: () => number;
  /** How many items were replaced by a newer one of their key. */
  readonly replaced: () => number;
  /** Forgets everything. */
  readonly stop: () => void;
};

type Held<T> = { readonly untilMs: number; kept: { readonly item: T } | undefined };

/** All keys are held back for the same time, so that the map is in the order in which they are released. */
export function createHolding<K, T>(deps: {
  readonly intervalMs: number;
  /** Called with each item that was kept when its time has passed. */
  readonly release: (key: K, item: T) => void;
  readonly nowMs: () => number;
  readonly schedule: Schedule;
}): Holding<K, T> {
  const { intervalMs, nowMs } = deps;
  const held = new Map<K, Held<T>>();
  let cancel: (() => void) | undefined;
  let size = 0;
  let replaced = 0;

  function end(key: K): Held<T>["kept"] {
    const kept = held.get(key)?.kept;
    held.delete(key);
    if (kept !== undefined) size--;
    return kept;
  }

  function wait(): void {
    // Called for each item that is taken; to find the first costs more the more were released before it.
    if (cancel !== undefined) return;
    const [first] = held.values();
    if (first === undefined) return;
    const waitMs = Math.min(Math.max(first.untilMs - nowMs(), MIN_WAIT_MS), intervalMs);
    cancel = deps.schedule(releaseDue, waitMs);
  }

  function releaseDue(): void {
    cancel = undefined;
    const now = nowMs();
    for (const [key, { untilMs }] of held) {
      // Later than the whole interval from now: the clock was set back.
      if (untilMs > now && untilMs <= now + intervalMs) break;
      const kept = end(key);
      if (kept !== undefined) deps.release(key, kept.item);
    }
    wait();
  }

  return {
    begin(key) {
      if (intervalMs === 0) return;
      held.set(key, { untilMs: nowMs() + intervalMs, kept: undefined });
      wait();
    },
    keep(key, item) {
      const one = held.get(key);
      if (one === undefined) return false;
      if (one.kept === undefined) size++;
      else replaced++;
      one.kept = { item };
      return true;
    },
    end,
    size: () => size,
    replaced: () => replaced,
    stop() {
      cancel?.();
      cancel = undefined;
      held.clear();
      size = 0;
    },
  };
}
