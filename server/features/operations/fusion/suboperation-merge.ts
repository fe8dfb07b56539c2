import type { SuboperationFixes } from "./suboperation-fixes.index.ts";
import { hasEvidence } from "./fusion.rules.ts";
import type { PlacesOf } from "./fusion.rules.ts";
import type { OpenSuboperations, Placement } from "./open-suboperations.index.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { joinBoxes, mergeDeclared, mergeWarnings } from "../model/operation.model.ts";
import type { PendingWrites } from "./pending-writes.ts";

/** Records are copied at once: a suboperation with more than these stays one of its own, beside the other in its flight. */
const MAX_COPIED_RECORDS = 2000;

/**
 * Whether two suboperations of one flight are what one sensor saw over one technology, and were taken for two only because
 * of the order in which things were heard. Gives the one that takes over the other.
 */
export function findMergeablePair(
  a: Placement,
  b: Placement,
  placesOf: PlacesOf<Placement>,
): { readonly into: SuboperationModel; readonly from: SuboperationModel } | undefined {
  if (a.sensorId !== b.sensorId || a.technology !== b.technology) return undefined;
  const [into, from] = [a.model, b.model].toSorted(compareWeight) as [SuboperationModel, SuboperationModel];
  // What a person has put somewhere is told of by its id.
  if (from.isPinned || from.recordCount > MAX_COPIED_RECORDS) return undefined;
  if (from.ownerId !== into.ownerId || from.isPrivate !== into.isPrivate) return undefined;
  const isOne = hasEvidence("same_identifier", a, b, placesOf) || hasEvidence("same_transmitter", a, b, placesOf);
  return isOne ? { into, from } : undefined;
}

function compareWeight(a: SuboperationModel, b: SuboperationModel): number {
  return Number(b.isPinned) - Number(a.isPinned) || b.recordCount - a.recordCount || a.id - b.id;
}

/** Makes one suboperation part of another, in memory; what it has recorded is noted to be copied. */
export function createSuboperationMerge(deps: {
  readonly open: OpenSuboperations;
  readonly fixes: SuboperationFixes;
  readonly pendingWrites: PendingWrites;
}): (from: SuboperationModel, into: SuboperationModel) => void {
  const { open, fixes, pendingWrites } = deps;
  return (from, into) => {
    open.remove(from);
    open.remove(into);
    const [elder, younger] = from.firstMs < into.firstMs ? [from, into] : [into, from];
    into.declared = mergeDeclared(elder.declared, younger.declared);
    into.warnings = mergeWarnings(elder.warnings, younger.warnings);
    into.transmitter = elder.transmitter;
    into.firstMs = elder.firstMs;
    into.lastMs = Math.max(from.lastMs, into.lastMs);
    into.box = joinBoxes(from.box, into.box);
    if ((from.lastFix?.timeMs ?? -Infinity) > (into.lastFix?.timeMs ?? -Infinity)) into.lastFix = from.lastFix;
    fixes.mergeSuboperation(from, into);
    const { suboperations } = from.operation;
    suboperations.splice(suboperations.indexOf(from), 1);
    open.add(into);
    pendingWrites.noteSuboperationMerge(from, into);
  };
}
