import type { SuboperationModel } from "../model/operation.model.ts";

/**
 * The suboperations that were decided together. A change of one of them may affect the others even if nothing connects
 * them any more: what was ambiguous may be clear without it.
 */
export type JointDecisions = {
  /** Stores that these are decided together. */
  readonly note: (suboperations: readonly SuboperationModel[]) => void;
  /** Those that were decided together with one of these, and are not among them. */
  readonly listOthers: (suboperations: readonly SuboperationModel[]) => readonly SuboperationModel[];
  /** The suboperations that were decided together with it, itself included. */
  readonly listWith: (suboperation: SuboperationModel) => ReadonlySet<SuboperationModel>;
  /** Whether its new end makes it overlap one of those that began after its previous end. Runs for every record. */
  readonly reachesOthers: (suboperation: SuboperationModel, lastMsBefore: number) => boolean;
};

const NONE: ReadonlySet<SuboperationModel> = new Set();

export function createJointDecisions(): JointDecisions {
  const together = new WeakMap<SuboperationModel, ReadonlySet<SuboperationModel>>();

  function listWith(suboperation: SuboperationModel): ReadonlySet<SuboperationModel> {
    return together.get(suboperation) ?? NONE;
  }

  function listOthers(suboperations: readonly SuboperationModel[]): readonly SuboperationModel[] {
    const [first] = suboperations;
    // Most suboperations were always decided alone.
    if (suboperations.length === 1 && !together.has(first!)) return [];
    const present = new Set(suboperations);
    const others = new Set<SuboperationModel>();
    for (const before of new Set(suboperations.map(listWith))) {
      for (const one of before) if (!present.has(one)) others.add(one);
    }
    return [...others];
  }

  return {
    listWith,
    listOthers,
    note(suboperations) {
      // The others are all decided again, each together with those it is connected with by then.
      for (const one of listOthers(suboperations)) together.delete(one);
      const present: ReadonlySet<SuboperationModel> = new Set(suboperations);
      for (const one of suboperations) {
        if (present.size > 1) together.set(one, present);
        else together.delete(one);
      }
    },
    reachesOthers(suboperation, lastMsBefore) {
      for (const { firstMs } of listWith(suboperation)) {
        if (firstMs > lastMsBefore && firstMs <= suboperation.lastMs) return true;
      }
      return false;
    },
  };
}
