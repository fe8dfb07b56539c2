import type { Sighting } from "../../../kernel/sighting.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import type { FusionMemory } from "./fusion-memory.ts";
import type { FusionState } from "./fusion-state.model.ts";
import type { FusionStateStore } from "./fusion-state.store.ts";
import { continuesSuboperation } from "./fusion.rules.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { SuboperationOpening } from "./suboperation-opening.ts";
import type { TraitsWithFix } from "./suboperation-traits.ts";
import { traitsOfSighting, traitsOfSuboperation } from "./suboperation-traits.ts";
import type { SuboperationUpdate } from "./suboperation-update.ts";

/** Operations are evicted from memory now and then, not at every sighting. */
const EVICT_EVERY_SIGHTINGS = 2000;

/** Finds the suboperation that a sighting belongs to, or opens it. Runs for every record. */
export function createSightingAssignment(deps: {
  readonly store: Pick<FusionStateStore, "findRelated">;
  readonly open: OpenSuboperations;
  readonly pendingWrites: PendingWrites;
  readonly memory: FusionMemory;
  readonly opening: SuboperationOpening;
  readonly update: SuboperationUpdate;
  readonly fuse: (around: SuboperationModel) => void;
  readonly current: FusionState["current"];
}): Pick<FusionState, "assign" | "openForeign" | "receive"> {
  const { store, open, pendingWrites, memory, opening, fuse, current } = deps;
  const { applySighting } = deps.update;
  let sightings = 0;

  function findOpen(observed: TraitsWithFix): SuboperationModel | undefined {
    return open.findMatching(observed, (candidate) => continuesSuboperation(traitsOfSuboperation(candidate), observed));
  }

  /** Decides about a suboperation that was just opened for its first sighting. */
  function settle(suboperation: SuboperationModel, sighting: Sighting, { lastFix }: TraitsWithFix): SuboperationModel {
    const ownOperation = suboperation.operation;
    applySighting(suboperation, sighting, lastFix);
    fuse(suboperation);
    const { operation } = suboperation;
    // It is private if any suboperation of the station in this operation is.
    suboperation.isPrivate = operation.suboperations.some(({ ownerId, isPrivate }) => ownerId === null && isPrivate);
    if (operation !== ownOperation) pendingWrites.discard(ownOperation);
    return current(suboperation);
  }

  function assign(sighting: Sighting): SuboperationModel | undefined {
    if (++sightings % EVICT_EVERY_SIGHTINGS === 0) memory.evictIdle();
    const observed = traitsOfSighting(sighting);
    let suboperation = findOpen(observed);
    if (suboperation === undefined) {
      memory.remember(store.findRelated(observed.transmitter, observed.identifiers, observed.firstMs));
      suboperation = findOpen(observed);
    }
    if (suboperation !== undefined) {
      applySighting(suboperation, sighting, observed.lastFix);
      return current(suboperation);
    }
    return sighting.ua === null && sighting.operator === null
      ? undefined
      : settle(opening.openForSighting(sighting), sighting, observed);
  }

  return {
    assign,
    openForeign: (head, sighting) =>
      settle(opening.openForeign(head, sighting.observedAtMs), sighting, traitsOfSighting(sighting)),
    receive(suboperation, sighting) {
      if (++sightings % EVICT_EVERY_SIGHTINGS === 0) memory.evictIdle();
      applySighting(suboperation, sighting, traitsOfSighting(sighting).lastFix);
      return suboperation;
    },
  };
}
