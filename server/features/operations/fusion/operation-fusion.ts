import type { Clock } from "../../../kernel/clock.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { ContinuityCheck } from "./continuity-check.ts";
import type { FusionMemory } from "./fusion-memory.ts";
import type { MatchPositions } from "./fusion.rules.ts";
import type { JointDecisions } from "./joint-decisions.ts";
import type { Neighbourhood, OpenSuboperations, SuboperationMember } from "./open-suboperations.index.ts";
import { toMember } from "./open-suboperations.index.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { Separation } from "./separation.ts";
import { compareByStart, groupSuboperations, linksOf } from "./suboperation-groups.rules.ts";
import { findMergeablePair } from "./suboperation-merge.ts";

/** Regroups the operations around a suboperation, as the rules decide about all of their suboperations together. */
export function createOperationFusion(deps: {
  readonly open: OpenSuboperations;
  readonly pendingWrites: PendingWrites;
  readonly matchPositions: MatchPositions<SuboperationModel>;
  readonly apartM: ContinuityCheck["apartM"];
  readonly decided: JointDecisions;
  /** Receives the suboperations whose operations have to be decided again; decided ones are removed from it. */
  readonly unfused: Set<SuboperationModel>;
  readonly openOperation: (timeMs: number) => OperationModel;
  readonly memory: FusionMemory;
  readonly clock: Clock;
  readonly mergeSuboperation: (from: SuboperationModel, into: SuboperationModel) => void;
}): (around: SuboperationModel) => void {
  const { open, pendingWrites, decided, unfused, openOperation, memory, mergeSuboperation } = deps;

  function updateLinks(group: readonly SuboperationMember[], matchPositions: MatchPositions<SuboperationMember>): void {
    for (const [{ model }, { reason, confidence }] of linksOf(group, matchPositions, isPlacedManually)) {
      if (model.linkReason === reason) continue;
      model.linkReason = reason;
      model.linkConfidence = confidence;
      pendingWrites.noteWhole(model);
    }
  }

  /** What one sensor received of the operation over one technology becomes one suboperation. */
  function mergeSuboperations(
    group: readonly SuboperationMember[],
    matchPositions: MatchPositions<SuboperationMember>,
    changed: Set<OperationModel>,
  ): readonly SuboperationMember[] {
    for (const [index, a] of group.entries()) {
      for (const b of group.slice(index + 1)) {
        const mergeable = findMergeablePair(a, b, matchPositions);
        if (mergeable === undefined) continue;
        const { from, into } = mergeable;
        changed.add(into.operation);
        mergeSuboperation(from, into);
        const rest = group.filter(({ model }) => model !== from && model !== into);
        return mergeSuboperations([...rest, toMember(into)], matchPositions, changed);
      }
    }
    return group;
  }

  /** The suboperations of a group that leave an operation, because others of it were elsewhere at the same time. */
  function findSeparations(
    group: readonly SuboperationMember[],
    nearby: readonly SuboperationMember[],
    into: OperationModel,
  ): readonly Separation[] {
    const leaving = group.filter(({ model }) => model.operation !== into);
    return [...Map.groupBy(leaving, ({ model }) => model.operation)].flatMap(([from, moved]) => {
      const staying = nearby.filter((one) => one.model.operation === from && !group.includes(one));
      const distanceM = Math.max(0, ...moved.flatMap((a) => staying.map((b) => deps.apartM(a.model, b.model))));
      const suboperations = moved.map(({ model }) => {
        const { linkReason, linkConfidence, isPinned } = model;
        return { suboperation: model, before: { linkReason, linkConfidence, isPinned } };
      });
      return distanceM === 0 ? [] : [{ suboperations, from, into, distanceM }];
    });
  }

  /** All that may be one operation with it; what was decided together with any of these is decided again. */
  function gather(around: SuboperationModel): Neighbourhood {
    const neighbourhood = open.neighbourhood(around);
    const { suboperations } = neighbourhood;
    const others = decided.listOthers(suboperations);
    // Suboperations that were evicted from memory still count.
    if (others.filter(memory.restoreEvicted).length > 0) return gather(around);
    decided.note(suboperations);
    for (const one of others) {
      // If it was evicted and loaded again since, it is another object.
      const present = open.find(one.id);
      if (present !== undefined) unfused.add(present);
    }
    for (const one of suboperations) unfused.delete(one);
    return neighbourhood;
  }

  return (around) => {
    const { suboperations, crowded } = gather(around);
    if (suboperations.length === 1) return;
    const matchPositions: MatchPositions<SuboperationMember> = (a, b) => {
      const match = deps.matchPositions(a.model, b.model);
      return crowded.has(a.model) || crowded.has(b.model) ? { ...match, isNearby: false } : match;
    };
    const { groups, nearby } = groupSuboperations(
      suboperations.map(toMember),
      matchPositions,
      (a, b) => deps.apartM(a.model, b.model) > 0,
    );
    const targets = targetOperationsOf(groups);
    const changed = new Set<OperationModel>();
    for (const group of groups) {
      const { target, merged } = targets.get(group)!;
      const into = target ?? openOperation(Math.min(...group.map(({ firstMs }) => firstMs)));
      const began = nearby.find((cluster) => cluster.some((one) => one.includes(group[0]!))) ?? [];
      const separations = findSeparations(group, began.flat(), into);
      separations.forEach(pendingWrites.noteSeparation);
      for (const { model } of group) {
        if (model.operation === into) continue;
        changed.add(model.operation).add(into);
        // An operation that was made private must not be shown by a suboperation that joins it later.
        model.isPrivate ||= into.suboperations.some((one) => one.isPrivate && one.ownerId === model.ownerId);
        moveSuboperation(model, into);
        pendingWrites.noteWhole(model);
      }
      for (const operation of merged) pendingWrites.noteMerge(operation, into);
      updateLinks(mergeSuboperations(group, matchPositions, changed), matchPositions);
    }
    for (const operation of changed) {
      if (operation.suboperations.length === 0) {
        memory.release(operation);
        continue;
      }
      updateOperationTimes(operation);
      memory.touch(operation, deps.clock.now());
    }
  };
}

/** Moves a suboperation from its operation into another. */
export function moveSuboperation(suboperation: SuboperationModel, into: OperationModel): void {
  const left = suboperation.operation.suboperations;
  left.splice(left.indexOf(suboperation), 1);
  suboperation.operation = into;
  into.suboperations.push(suboperation);
}

/** An operation begins and ends with its suboperations. */
export function updateOperationTimes(operation: OperationModel): void {
  operation.firstMs = Math.min(...operation.suboperations.map(({ firstMs }) => firstMs));
  operation.lastMs = Math.max(...operation.suboperations.map(({ lastMs }) => lastMs));
}

type Target = { readonly target: OperationModel | undefined; readonly merged: readonly OperationModel[] };

/**
 * The operation that each group continues: the one that a person pinned it to, otherwise the oldest of those whose
 * first suboperation it has. The others of those are merged into it.
 */
function targetOperationsOf(
  groups: readonly (readonly SuboperationMember[])[],
): ReadonlyMap<readonly SuboperationMember[], Target> {
  const pinned = new Set(groups.flatMap((group) => pinnedOperationOf(group) ?? []));
  const byFirst = new Map<SuboperationModel, OperationModel>();
  for (const operation of new Set(groups.flat().map(({ model }) => model.operation))) {
    const [first] = operation.suboperations.map(toMember).toSorted(compareByStart);
    if (!pinned.has(operation)) byFirst.set(first!.model, operation);
  }
  return new Map(
    groups.map((group) => {
      const claimed = group.flatMap(({ model }) => byFirst.get(model) ?? []).toSorted((a, b) => a.id - b.id);
      const target = pinnedOperationOf(group) ?? claimed[0];
      return [group, { target, merged: claimed.filter((operation) => operation !== target) }];
    }),
  );
}

function pinnedOperationOf(group: readonly SuboperationMember[]): OperationModel | undefined {
  return group.find(({ pinnedOperation }) => pinnedOperation !== null)?.model.operation;
}

function isPlacedManually({ model }: SuboperationMember): boolean {
  return model.isPinned && model.linkReason === "by_hand";
}
