import type { SuboperationModel } from "../model/operation.model.ts";
import { NEAR_START_MS } from "./fusion.rules.ts";
import { addToSet, removeFromSet } from "./set-map.ts";

/** Suboperations in memory by the time of their first position. */
export type SuboperationStartIndex = {
  /** Call when a suboperation is new or has an earlier first position. */
  readonly note: (suboperation: SuboperationModel, startMs: number) => void;
  readonly remove: (suboperation: SuboperationModel) => void;
  /**
   * Whether one of those that began near that time meets the condition: examines all within `NEAR_START_MS`, and some
   * beyond.
   */
  readonly someNear: (timeMs: number, meets: (suboperation: SuboperationModel) => boolean) => boolean;
};

export function createSuboperationStartIndex(): SuboperationStartIndex {
  /** A slot is as long as a position may be away from the start of another suboperation that it decides about. */
  const bySlot = new Map<number, Set<SuboperationModel>>();
  const slotOf = new Map<SuboperationModel, number>();

  return {
    note(suboperation, startMs) {
      const slot = slotAt(startMs);
      const known = slotOf.get(suboperation);
      if (known === slot) return;
      if (known !== undefined) removeFromSet(bySlot, known, suboperation);
      addToSet(bySlot, slot, suboperation);
      slotOf.set(suboperation, slot);
    },
    remove(suboperation) {
      const slot = slotOf.get(suboperation);
      if (slot !== undefined) removeFromSet(bySlot, slot, suboperation);
      slotOf.delete(suboperation);
    },
    someNear(timeMs, meets) {
      const middle = slotAt(timeMs);
      for (let slot = middle - 1; slot <= middle + 1; slot++) {
        const begun = bySlot.get(slot);
        if (begun === undefined) continue;
        for (const one of begun) if (meets(one)) return true;
      }
      return false;
    },
  };
}

function slotAt(timeMs: number): number {
  return Math.floor(timeMs / NEAR_START_MS);
}
