import { joinBoxes } from "../../../kernel/box-e7.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { mergeDeclared, mergeWarnings } from "../model/operation.model.ts";
import type { ContinuityCheck } from "./continuity-check.ts";
import type { MatchPositions } from "./fusion.rules.ts";
import { hasEvidence } from "./fusion.rules.ts";
import type { OpenSuboperations, SuboperationMember } from "./open-suboperations.index.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { SuboperationFixes } from "./suboperation-fixes.index.ts";

/** Records are copied in one transaction: a suboperation with more than these is not merged into another. */
const MAX_COPIED_RECORDS = 2000;

/**
 * Finds two suboperations of one operation that one sensor received over one technology, and that are separate only
 * because of the order in which records arrived. Returns the one that remains and the one that is merged into it.
 */
export function findMergeablePair(
  a: SuboperationMember,
  b: SuboperationMember,
  matchPositions: MatchPositions<SuboperationMember>,
): { readonly into: SuboperationModel; readonly from: SuboperationModel } | undefined {
  if (a.sensorId !== b.sensorId || a.technology !== b.technology) return undefined;
  const [into, from] = [a.model, b.model].toSorted(compareWeight) as [SuboperationModel, SuboperationModel];
  // The history of manual edits refers to suboperations by their ids.
  if (from.isPinned || from.recordCount > MAX_COPIED_RECORDS) return undefined;
  // The other station decides about the suboperations that it received: it reports which ones it has merged.
  if (from.origin !== null) return undefined;
  if (from.ownerId !== into.ownerId || from.isPrivate !== into.isPrivate) return undefined;
  const isSameAircraft =
    hasEvidence("same_identifier", a, b, matchPositions) || hasEvidence("same_transmitter", a, b, matchPositions);
  return isSameAircraft ? { into, from } : undefined;
}

function compareWeight(a: SuboperationModel, b: SuboperationModel): number {
  return Number(b.isPinned) - Number(a.isPinned) || b.recordCount - a.recordCount || a.id - b.id;
}

export type SuboperationMerger = {
  /** Makes one suboperation part of another, in memory; its records are copied with the next save. */
  readonly merge: (from: SuboperationModel, into: SuboperationModel) => void;
  /** The suboperation that one has been merged into, while records may still be on their way to it; else itself. */
  readonly current: (suboperation: SuboperationModel) => SuboperationModel;
};

export function createSuboperationMerger(deps: {
  readonly open: OpenSuboperations;
  readonly fixes: SuboperationFixes;
  readonly pendingWrites: PendingWrites;
  readonly continuity: Pick<ContinuityCheck, "forget">;
  /** Receives suboperations that gained the records of another: they may contradict others. */
  readonly unfused: Set<SuboperationModel>;
}): SuboperationMerger {
  const { open, fixes, pendingWrites, continuity, unfused } = deps;
  const mergedInto = new WeakMap<SuboperationModel, SuboperationModel>();
  return {
    merge(from, into) {
      open.remove(from);
      open.remove(into);
      const [earlier, later] = from.firstMs < into.firstMs ? [from, into] : [into, from];
      into.declared = mergeDeclared(earlier.declared, later.declared);
      into.warnings = mergeWarnings(earlier.warnings, later.warnings);
      into.transmitter = earlier.transmitter;
      into.firstMs = earlier.firstMs;
      into.lastMs = Math.max(from.lastMs, into.lastMs);
      into.box = joinBoxes(from.box, into.box);
      if ((from.lastFix?.timeMs ?? -Infinity) > (into.lastFix?.timeMs ?? -Infinity)) into.lastFix = from.lastFix;
      fixes.mergeSuboperation(from, into);
      continuity.forget(from);
      continuity.forget(into);
      unfused.add(into);
      const { suboperations } = from.operation;
      suboperations.splice(suboperations.indexOf(from), 1);
      open.add(into);
      pendingWrites.noteSuboperationMerge(from, into);
      mergedInto.set(from, into);
    },
    current(suboperation) {
      let one = suboperation;
      for (let into = mergedInto.get(one); into !== undefined; into = mergedInto.get(one)) one = into;
      return one;
    },
  };
}
