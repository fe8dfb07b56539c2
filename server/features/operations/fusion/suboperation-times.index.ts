import { MINUTE_MS } from "../../../kernel/clock.ts";

type Timed = { readonly firstMs: number; readonly lastMs: number };

/** Which suboperations overlap a range of time, without looking at all in memory: a replay keeps thousands there. */
export type SuboperationTimeIndex<T extends Timed> = {
  /** Call when a suboperation is new or its times have changed. */
  readonly note: (suboperation: T) => void;
  readonly remove: (suboperation: T) => void;
  /** All that overlap the range, and a few more; unordered. */
  readonly during: (fromMs: number, toMs: number) => ReadonlySet<T>;
};

/** A suboperation spans a few slots, and one slot holds few suboperations. */
const SLOT_MS = 10 * MINUTE_MS;
/** A week. Anything longer comes from a sensor whose clock was not set, and would fill memory with slots. */
const MAX_SLOTS = 1008;

type Slots = { readonly first: number; readonly last: number };

export function createSuboperationTimeIndex<T extends Timed>(): SuboperationTimeIndex<T> {
  const bySlot = new Map<number, Set<T>>();
  const slotsOf = new Map<T, Slots>();
  /** Suboperations that would span too many slots; they are in no slot. */
  const wide = new Set<T>();

  function add(suboperation: T, first: number, last: number): void {
    for (let slot = first; slot <= last; slot++) {
      const known = bySlot.get(slot);
      if (known === undefined) bySlot.set(slot, new Set([suboperation]));
      else known.add(suboperation);
    }
  }

  function removeFromSlots(suboperation: T, { first, last }: Slots): void {
    if (wide.delete(suboperation)) return;
    for (let slot = first; slot <= last; slot++) {
      const others = bySlot.get(slot);
      others?.delete(suboperation);
      if (others?.size === 0) bySlot.delete(slot);
    }
  }

  return {
    note(suboperation) {
      const first = slotAt(suboperation.firstMs);
      const last = slotAt(suboperation.lastMs);
      const known = slotsOf.get(suboperation);
      if (known?.first === first && known.last === last) return;
      slotsOf.set(suboperation, { first, last });
      if (last - first < MAX_SLOTS) return add(suboperation, first, last);
      if (known !== undefined) removeFromSlots(suboperation, known);
      wide.add(suboperation);
    },
    remove(suboperation) {
      const known = slotsOf.get(suboperation);
      if (known === undefined) return;
      slotsOf.delete(suboperation);
      removeFromSlots(suboperation, known);
    },
    during(fromMs, toMs) {
      const found = new Set<T>(wide);
      const [first, last] = [slotAt(fromMs), slotAt(toMs)];
      const isWide = last - first > bySlot.size;
      for (const slot of isWide ? bySlot.keys() : slotsBetween(first, last)) {
        if (slot < first || slot > last) continue;
        for (const suboperation of bySlot.get(slot) ?? []) found.add(suboperation);
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
