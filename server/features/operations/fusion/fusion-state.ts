import type { Clock } from "../../../kernel/clock.ts";
import type { Ids } from "../../../kernel/ids.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { createContinuityCheck } from "./continuity-check.ts";
import { createFusionMemory } from "./fusion-memory.ts";
import type { FusionState } from "./fusion-state.model.ts";
import type { FusionStateStore } from "./fusion-state.store.ts";
import { findContradiction } from "./merge-contradiction.ts";
import type { ListNearOperations } from "./near-operations.store.ts";
import { createOpenSuboperations, isUnidentified } from "./open-suboperations.index.ts";
import { createOperationFusion } from "./operation-fusion.ts";
import type { AddedRecords } from "./pending-writes.ts";
import { createPendingWrites } from "./pending-writes.ts";
import { createSerialNumberPlaces } from "./serial-number-places.ts";
import { createSightingAssignment } from "./sighting-assignment.ts";
import { createSuboperationFixes } from "./suboperation-fixes.index.ts";
import { createSuboperationMerger } from "./suboperation-merge.ts";
import { createSuboperationOpening } from "./suboperation-opening.ts";
import { createSuboperationPlacement } from "./suboperation-placement.ts";
import { createRedeclaration } from "./suboperation-redeclaration.ts";
import { createSuboperationUpdate } from "./suboperation-update.ts";
import { createSuboperationVisibility } from "./suboperation-visibility.ts";
import { createJointDecisions } from "./joint-decisions.ts";
import type { RecordSeparation } from "./separation.ts";
import type { CopyTrack, TrackFixes } from "./track.deps.ts";
import { createTransmitterWarnings } from "./transmitter-warnings.ts";

/** The most decisions about one suboperation in one save, whatever the decisions show about others. */
const MAX_DECISIONS = 4;

/**
 * Decides in memory which suboperation and operation each sighting belongs to. It connects the parts: memory, opening,
 * updating, fusing, merging, manual placement, and pending writes.
 */
export function createFusionState(deps: {
  readonly store: FusionStateStore;
  readonly tracks: TrackFixes;
  readonly listNear: ListNearOperations;
  readonly copyTrack: CopyTrack;
  readonly recordSeparation: RecordSeparation;
  readonly clock: Clock;
  readonly ids: Ids;
}): FusionState {
  const { store, listNear, clock, ids } = deps;
  const fixes = createSuboperationFixes(deps.tracks);
  const open = createOpenSuboperations(fixes);
  const pendingWrites = createPendingWrites(store, deps.copyTrack, deps.recordSeparation);
  /** Suboperations that changed in a way that may change their operation; fused when the records are saved. */
  const unfused = new Set<SuboperationModel>();
  const memory = createFusionMemory({ store, listNear, open, fixes, pendingWrites, clock, unfused });
  const continuity = createContinuityCheck(open, fixes);
  const decided = createJointDecisions();

  const { highestIds } = store;
  const opening = createSuboperationOpening({ highestIds, open, fixes, pendingWrites, clock, ids });
  const merger = createSuboperationMerger({ open, fixes, pendingWrites, continuity, unfused });
  const parts = { open, pendingWrites, memory, clock };
  const fuse = createOperationFusion({
    ...parts,
    matchPositions: fixes.matchPositions,
    apartM: continuity.apartM,
    decided,
    unfused,
    openOperation: opening.openOperation,
    mergeSuboperation: merger.merge,
  });
  const serialPlaces = createSerialNumberPlaces({ ...parts, fixes, current: merger.current });
  const compareSerialPlaces = serialPlaces.compare;
  const shareTransmitterWarning = createTransmitterWarnings(parts);
  const checks = { compareSerialPlaces, shareTransmitterWarning, checkContinuity: continuity.compare };
  const update = createSuboperationUpdate({ ...parts, ...checks, store, fixes, decided, fuse, unfused });
  const visibility = createSuboperationVisibility({ ...parts, load: store.load });
  const place = createSuboperationPlacement({ ...parts, unfused });
  const assignment = createSightingAssignment({ ...parts, store, opening, update, fuse, current: merger.current });

  /** A record whose time was already used is stored under a slightly later time than that of its reception. */
  function takeUpSavedTimes(gained: ReadonlyMap<SuboperationModel, AddedRecords>): void {
    for (const [suboperation, { lastMs }] of gained) {
      if (open.has(suboperation)) update.includeTime(suboperation, lastMs);
      else suboperation.lastMs = Math.max(suboperation.lastMs, lastMs);
      if (lastMs > suboperation.operation.lastMs && !visibility.isExcluded(suboperation)) {
        memory.touch(suboperation.operation, clock.now());
      }
      pendingWrites.noteProgress(suboperation);
    }
  }

  /** Deciding about one may show that others have to be decided again: the loop visits them too. */
  function fuseAll(): void {
    const decisions = new Map<SuboperationModel, number>();
    for (const suboperation of unfused) {
      unfused.delete(suboperation);
      const count = (decisions.get(suboperation) ?? 0) + 1;
      decisions.set(suboperation, count);
      if (count <= MAX_DECISIONS && open.has(suboperation)) fuse(suboperation);
    }
  }

  return {
    ...assignment,
    reconsider(suboperation, { fromMs, toMs }, near) {
      const { identifiers } = suboperation.declared;
      memory.remember(store.findRelated(suboperation.transmitter, identifiers, fromMs, toMs));
      // These are near records that it has just received. When it is decided about, it may have moved away from there:
      // the search by nearness then does not find them, so they are queued here.
      for (const one of memory.loadOperations(near).flatMap(({ suboperations }) => suboperations)) {
        if (isUnidentified(one)) unfused.add(one);
      }
      unfused.add(suboperation);
    },
    redeclare: createRedeclaration({ ...parts, shareTransmitterWarning, unfused }),
    current: merger.current,
    save(gained, isEverythingSaved = false) {
      takeUpSavedTimes(gained);
      if (isEverythingSaved) {
        for (const suboperation of fixes.drainIncomplete()) {
          continuity.forget(suboperation);
          unfused.add(suboperation);
        }
      }
      memory.loadNeighbours();
      fuseAll();
      serialPlaces.warn();
      return pendingWrites.save(gained);
    },
    hasUndecided: () => fixes.hasIncomplete() || memory.hasUnknownNeighbours(),
    excludeMerged(id) {
      const suboperation = open.find(id);
      if (suboperation !== undefined) for (const one of decided.listWith(suboperation)) unfused.add(one);
      visibility.excludeSuboperations(new Set([id]));
    },
    excludeSuboperations: visibility.excludeSuboperations,
    restoreSuboperations: visibility.restoreSuboperations,
    setPrivate: visibility.setPrivate,
    loadOperations: memory.loadOperations,
    findContradiction: (operations) => findContradiction(operations, fixes),
    openOperation: opening.openOperation,
    openFlight(flight) {
      const suboperation = opening.openForFlight(flight);
      memory.touch(suboperation.operation, suboperation.createdMs);
      return suboperation;
    },
    extend: update.applyFlightPoint,
    setFlight(id, { plan, aircraft }) {
      const suboperation = open.find(id);
      if (suboperation === undefined) return;
      Object.assign(suboperation, { plan, aircraft });
      memory.touch(suboperation.operation, clock.now());
    },
    place,
    drainChanged: memory.drainChanged,
    countChanged: memory.countChanged,
  };
}
