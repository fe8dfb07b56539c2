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

type Slots = { readonly first: number; readonly last: number };

export function createFragmentTimes<T extends Timed>(): FragmentTimes<T> {
  const bySlot = new Map<number, Set<T>>();
  const slotsOf = new Map<T, Slots>();

  function add(fragment: T, first: number, last: number): void {
    for (let slot = first; slot <= last; slot++) {
      const known = bySlot.get(slot);
      if (known === undefined) bySlot.set(slot, new Set([fragment]));
      else known.add(fragment);
    }
  }

  return {
    note(fragment) {
      const first = slotAt(fragment.firstMs);
      const last = slotAt(fragment.lastMs);
      const known = slotsOf.get(fragment);
      if (known?.first === first && known.last === last) return;
      slotsOf.set(fragment, { first, last });
      add(fragment, first, last);
    },
    remove(fragment) {
      const known = slotsOf.get(fragment);
      if (known === undefined) return;
      slotsOf.delete(fragment);
      for (let slot = known.first; slot <= known.last; slot++) {
        const others = bySlot.get(slot);
        others?.delete(fragment);
        if (others?.size === 0) bySlot.delete(slot);
      }
    },
    during(fromMs, toMs) {
      const found = new Set<T>();
      for (let slot = slotAt(fromMs); slot <= slotAt(toMs); slot++) {
        for (const fragment of bySlot.get(slot) ?? []) found.add(fragment);
      }
      return found;
    },
  };
}

function slotAt(timeMs: number): number {
  return Math.floor(timeMs / SLOT_MS);
}
