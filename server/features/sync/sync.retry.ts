import type { SyncKind } from "../../contracts/sync.ts";
import type { WritableDb } from "../../storage/database.ts";
import { removeRef } from "./refs.store.ts";
import { findStepOf, reopenStep, updateStep, recheckSteps } from "./steps.store.ts";
import type { StepModel } from "./sync.model.ts";
import { FLIGHT_DISCARDED, retried } from "./sync.rules.ts";

/** The parts of a flight that have their own items. */
const PARTS = ["track", "states", "annotation"] as const satisfies readonly SyncKind[];

/** Tries an item again. Called within a transaction. */
export function retryStep(db: WritableDb, step: StepModel): void {
  reopenStep(db, step.id, retried(step));
  if (step.kind === "flight") wakeParts(db, step);
  // A missing entity is created again only on request, and this is the request. The peer is searched for it before.
  if (step.code === "gone") removeRef(db, step.peer, step.kind, step.localId);
}

/** Removes the record that the peer has an entity, with all that belongs to it. Called within a transaction. */
export function removeSentState(db: WritableDb, step: StepModel): void {
  if (step.kind === "flight") wakeParts(db, { ...step, code: "gone" });
  removeRef(db, step.peer, step.kind, step.localId);
}

/** Discards an item; items that waited for it are checked again. Called within a transaction. */
export function discardStep(db: WritableDb, step: StepModel): void {
  updateStep(db, step.id, { state: "off", nextMs: null });
  recheckSteps(db, step.peer);
}

/** Reopens the parts of a flight with it: those that were discarded with it, and all where the peer lost the flight. */
function wakeParts(db: WritableDb, { peer, localId, state, code }: StepModel): void {
  for (const kind of PARTS) {
    const part = findStepOf(db, peer, kind, localId);
    if (part === undefined) continue;
    const isDiscardedToo = state === "off" && part.code === FLIGHT_DISCARDED;
    if (part.state === "off" && !isDiscardedToo) continue;
    if (code === "gone") {
      if (kind === "annotation") removeRef(db, peer, kind, localId);
      // From the beginning. What was sent until `highMs` may still be there, so the peer is searched for it.
      reopenStep(db, part.id, { ...retried({ ...part, journal: null }), cursorMs: null, journal: null, sent: 0 });
    } else if (isDiscardedToo) reopenStep(db, part.id, retried(part));
  }
}
