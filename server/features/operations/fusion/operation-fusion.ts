import type { PlacesOf } from "./fusion.rules.ts";
import { compareAge, groupSuboperations, linksOf } from "./suboperation-groups.rules.ts";
import { findMergeablePair } from "./suboperation-merge.ts";
import type { OpenSuboperations, Placement } from "./open-suboperations.index.ts";
import { toPlacement } from "./open-suboperations.index.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { PendingWrites } from "./pending-writes.ts";

/** Brings the operations around a suboperation in line with what the rules say of all of their suboperations together. */
export function createOperationFusion(deps: {
  readonly open: OpenSuboperations;
  readonly pendingWrites: PendingWrites;
  readonly placesOf: PlacesOf<SuboperationModel>;
  readonly openOperation: (timeMs: number) => OperationModel;
  /** Told of operations that got or lost suboperations. */
  readonly touch: (operation: OperationModel) => void;
  /** Told of an operation that has become part of another. */
  readonly leave: (operation: OperationModel) => void;
  readonly mergeSuboperation: (from: SuboperationModel, into: SuboperationModel) => void;
}): (around: SuboperationModel) => void {
  const { open, pendingWrites, openOperation, touch, leave, mergeSuboperation } = deps;

  function updateLinks(group: readonly Placement[], placesOf: PlacesOf<Placement>): void {
    for (const [{ model }, { reason, confidence }] of linksOf(group, placesOf, isPlacedManually)) {
      if (model.linkReason === reason) continue;
      model.linkReason = reason;
      model.linkConfidence = confidence;
      pendingWrites.noteWhole(model);
    }
  }

  /** What one sensor saw of the flight over one technology becomes one suboperation. */
  function mergeSuboperations(
    group: readonly Placement[],
    placesOf: PlacesOf<Placement>,
    changed: Set<OperationModel>,
  ): readonly Placement[] {
    for (const [index, a] of group.entries()) {
      for (const b of group.slice(index + 1)) {
        const mergeable = findMergeablePair(a, b, placesOf);
        if (mergeable === undefined) continue;
        const { from, into } = mergeable;
        changed.add(into.operation);
        mergeSuboperation(from, into);
        const rest = group.filter(({ model }) => model !== from && model !== into);
        return mergeSuboperations([...rest, toPlacement(into)], placesOf, changed);
      }
    }
    return group;
  }

  return (around) => {
    const { suboperations, crowded } = open.neighbourhood(around);
    if (suboperations.length === 1) return;
    const placesOf: PlacesOf<Placement> = (a, b) => {
      const places = deps.placesOf(a.model, b.model);
      return crowded.has(a.model) || crowded.has(b.model) ? { ...places, isNearby: false } : places;
    };
    const groups = groupSuboperations(suboperations.map(toPlacement), placesOf);
    const targets = targetOperationsOf(groups);
    const changed = new Set<OperationModel>();
    for (const group of groups) {
      const { target, merged } = targets.get(group)!;
      const into = target ?? openOperation(Math.min(...group.map(({ firstMs }) => firstMs)));
      for (const { model } of group) {
        if (model.operation === into) continue;
        changed.add(model.operation).add(into);
        // A flight that was made private is not shown by what turns out to be of it.
        model.isPrivate ||= into.suboperations.some((one) => one.isPrivate && one.ownerId === model.ownerId);
        moveSuboperation(model, into);
        pendingWrites.noteWhole(model);
      }
      for (const operation of merged) pendingWrites.noteMerge(operation, into);
      updateLinks(mergeSuboperations(group, placesOf, changed), placesOf);
    }
    for (const operation of changed) {
      if (operation.suboperations.length === 0) leave(operation);
      else {
        fitTimes(operation);
        touch(operation);
      }
    }
  };
}

/** Takes a suboperation out of its operation and into another. */
export function moveSuboperation(suboperation: SuboperationModel, into: OperationModel): void {
  const left = suboperation.operation.suboperations;
  left.splice(left.indexOf(suboperation), 1);
  suboperation.operation = into;
  into.suboperations.push(suboperation);
}

/** An operation begins and ends with its suboperations. */
export function fitTimes(operation: OperationModel): void {
  operation.firstMs = Math.min(...operation.suboperations.map(({ firstMs }) => firstMs));
  operation.lastMs = Math.max(...operation.suboperations.map(({ lastMs }) => lastMs));
}

type Target = { readonly target: OperationModel | undefined; readonly merged: readonly OperationModel[] };

/**
 * Which operation each flight goes on as: the one that a person has put it in, else the eldest of those whose first
 * suboperation it has. The others of those become part of it.
 */
function targetOperationsOf(flights: readonly (readonly Placement[])[]): ReadonlyMap<readonly Placement[], Target> {
  const held = new Set(flights.flatMap((flight) => pinnedOperationOf(flight) ?? []));
  const byFirst = new Map<SuboperationModel, OperationModel>();
  for (const operation of new Set(flights.flat().map(({ model }) => model.operation))) {
    const [first] = operation.suboperations.map(toPlacement).toSorted(compareAge);
    if (!held.has(operation)) byFirst.set(first!.model, operation);
  }
  return new Map(
    flights.map((flight) => {
      const claimed = flight.flatMap(({ model }) => byFirst.get(model) ?? []).toSorted((a, b) => a.id - b.id);
      const target = pinnedOperationOf(flight) ?? claimed[0];
      return [flight, { target, merged: claimed.filter((operation) => operation !== target) }];
    }),
  );
}

function pinnedOperationOf(flight: readonly Placement[]): OperationModel | undefined {
  return flight.find(({ pinnedOperation }) => pinnedOperation !== null)?.model.operation;
}

function isPlacedManually({ model }: Placement): boolean {
  return model.isPinned && model.linkReason === "by_hand";
}
