import { MINUTE_MS } from "../../kernel/clock.ts";

type Timed = { readonly firstMs: number; readonly lastMs: number };

/** Which fragments were there at a time, without asking all that are in memory: a replay keeps thousands there. */
export type FragmentTimes<T extends Timed> = {
  /** To be called when a fragment is new or its times have moved. */
  readonly note: (fragment: T) => void;
  readonly remove: (fragment: T) => void;
  /** All that were there between two times, and some more; in no order. */
  readonly during: (fromMs: number, toMs: number) => ReadonlySet<T>;
};

/** A flight lies in a few of them, and few flights lie in one. */
const SLOT_MS = 10 * MINUTE_MS;
/** A week. What seems to last longer has records of a clock that was not set, and would fill memory with slots. */
const SLOTS_MOST = 1008;

type Slots = { readonly first: number; readonly last: number };

export function createFragmentTimes<T extends Timed>(): FragmentTimes<T> {
  const bySlot = new Map<number, Set<T>>();
  const slotsOf = new Map<T, Slots>();
  /** In no slot, because they would be in too many. */
  const wide = new Set<T>();

  function add(fragment: T, first: number, last: number): void {
    for (let slot = first; slot <= last; slot++) {
      const known = bySlot.get(slot);
      if (known === undefined) bySlot.set(slot, new Set([fragment]));
      else known.add(fragment);
    }
  }

  function withdraw(fragment: T, { first, last }: Slots): void {
    if (wide.delete(fragment)) return;
    for (let slot = first; slot <= last; slot++) {
      const others = bySlot.get(slot);
      others?.delete(fragment);
      if (others?.size === 0) bySlot.delete(slot);
    }
  }

  return {
    note(fragment) {
      const first = slotAt(fragment.firstMs);
      const last = slotAt(fragment.lastMs);
      const known = slotsOf.get(fragment);
      if (known?.first === first && known.last === last) return;
      slotsOf.set(fragment, { first, last });
      if (last - first < SLOTS_MOST) return add(fragment, first, last);
      if (known !== undefined) withdraw(fragment, known);
      wide.add(fragment);
    },
    remove(fragment) {
      const known = slotsOf.get(fragment);
      if (known === undefined) return;
      slotsOf.delete(fragment);
      withdraw(fragment, known);
    },
    during(fromMs, toMs) {
      const found = new Set<T>(wide);
      const [first, last] = [slotAt(fromMs), slotAt(toMs)];
      const isWide = last - first > bySlot.size;
      for (const slot of isWide ? bySlot.keys() : slotsBetween(first, last)) {
        if (slot < first || slot > last) continue;
        for (const fragment of bySlot.get(slot) ?? []) found.add(fragment);
      }
      return found;
    },
  };
}

function* slotsBetween(first: number, last: number): Generator<number> {
  for (let slot = first; slot <= last; slot++) yield slot;
}

function slotAt(timeMs: number): number {
  return Math.floor(timeMs / SLOT_MS);
}
