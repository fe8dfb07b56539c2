import type { Fix, SuboperationModel } from "../model/operation.model.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import type { FixChange, SuboperationFixes } from "./suboperation-fixes.index.ts";

/**
 * Whether suboperations that began near each other can still be one aircraft. A pair is followed from the first time
 * that `apartM` is called for it; its state follows from the two tracks, so that nothing has to be stored.
 */
export type ContinuityCheck = {
  /** Compares a new position with those that began near; returns whether it may change their operations. Runs for every record. */
  readonly compare: (suboperation: SuboperationModel, fix: Fix, change: FixChange) => boolean;
  /** The largest distance of the two at the same time, if one aircraft cannot have been at both places; otherwise 0. */
  readonly apartM: (a: SuboperationModel, b: SuboperationModel) => number;
  /** Call when more became known of a track than the positions passed to `compare`: it is compared again. */
  readonly forget: (suboperation: SuboperationModel) => void;
};

export function createContinuityCheck(
  open: Pick<OpenSuboperations, "has">,
  fixes: Pick<SuboperationFixes, "impossibleDistanceM" | "apartAtOnceM">,
): ContinuityCheck {
  /** Distances of the pairs that are followed, under both of the two. */
  const distances = new WeakMap<SuboperationModel, Map<SuboperationModel, number>>();

  function set(one: SuboperationModel, other: SuboperationModel, apartM: number): void {
    const known = distances.get(one);
    if (known === undefined) distances.set(one, new Map([[other, apartM]]));
    else known.set(other, apartM);
  }

  /** Until `apartM` is called for the two again, which then compares their tracks. */
  function unfollow(one: SuboperationModel, other: SuboperationModel): void {
    distances.get(one)?.delete(other);
    distances.get(other)?.delete(one);
  }

  function follow(one: SuboperationModel, other: SuboperationModel, apartM: number): void {
    set(one, other, apartM);
    set(other, one, apartM);
  }

  return {
    compare(suboperation, fix, change) {
      const others = distances.get(suboperation);
      if (others === undefined || change === "nothing") return false;
      let isChanged = false;
      for (const [other, knownM] of others) {
        if (change !== "added" || !open.has(other)) {
          unfollow(suboperation, other);
          isChanged = true;
          continue;
        }
        const apartM = fixes.impossibleDistanceM(other, fix);
        if (apartM <= knownM) continue;
        if (knownM === 0) isChanged = true;
        follow(suboperation, other, apartM);
      }
      return isChanged;
    },
    apartM(a, b) {
      const known = distances.get(a)?.get(b);
      if (known !== undefined) return known;
      const apartM = fixes.apartAtOnceM(a, b);
      follow(a, b, apartM);
      return apartM;
    },
    forget(suboperation) {
      for (const other of distances.get(suboperation)?.keys() ?? []) unfollow(suboperation, other);
    },
  };
}
