import type { SuboperationModel } from "../model/operation.model.ts";
import { CONTINUITY_MS } from "./fusion.rules.ts";
import { addToSet, removeFromSet } from "./set-map.ts";

/** Suboperations in memory by when they began. */
export type SuboperationStartIndex = {
  /** To be called when a suboperation is new or its times have moved. */
  readonly note: (suboperation: SuboperationModel) => void;
  readonly remove: (suboperation: SuboperationModel) => void;
  /** Whether one of those that began about then meets the condition: all within `CONTINUITY_MS`, and some farther off. */
  readonly someNear: (timeMs: number, meets: (suboperation: SuboperationModel) => boolean) => boolean;
};

export function createSuboperationStartIndex(): SuboperationStartIndex {
  /** In slots as long as two positions may be apart in time and still be near each other. */
  const bySlot = new Map<number, Set<SuboperationModel>>();
  const slotOf = new Map<SuboperationModel, number>();

  return {
    note(suboperation) {
      const slot = slotAt(suboperation.firstMs);
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
  return Math.floor(timeMs / CONTINUITY_MS);
}
