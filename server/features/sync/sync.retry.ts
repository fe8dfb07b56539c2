import type { SyncKind } from "../../contracts/sync.ts";
import type { WritableDb } from "../../storage/database.ts";
import { removeRef } from "./refs.store.ts";
import { findStepOf, reopenStep, updateStep, wakeSteps } from "./steps.store.ts";
import type { StepModel } from "./sync.model.ts";
import { FLIGHT_OFF, retried } from "./sync.rules.ts";

/** What belongs to a flight and has an item of its own. */
const PARTS = ["track", "states", "annotation"] as const satisfies readonly SyncKind[];

/** Tries an item again. Called within a transaction. */
export function retryStep(db: WritableDb, step: StepModel): void {
  reopenStep(db, step.id, retried(step));
  if (step.kind === "flight") wakeParts(db, step);
  // Nothing is created again unasked: this is the asking. It is looked for there before.
  if (step.code === "gone") removeRef(db, step.peer, step.kind, step.localId);
}

/** Forgets that the peer has something, with all that belongs to it. Called within a transaction. */
export function forgetSent(db: WritableDb, step: StepModel): void {
  if (step.kind === "flight") wakeParts(db, { ...step, code: "gone" });
  removeRef(db, step.peer, step.kind, step.localId);
}

/** Gives up sending an item; what waited for it looks again. Called within a transaction. */
export function discardStep(db: WritableDb, step: StepModel): void {
  updateStep(db, step.id, { state: "off", nextMs: null });
  wakeSteps(db, step.peer);
}

/** The parts of a flight go with it: those that were given up with it, and all where the peer lost the flight. */
function wakeParts(db: WritableDb, { peer, localId, state, code }: StepModel): void {
  for (const kind of PARTS) {
    const part = findStepOf(db, peer, kind, localId);
    if (part === undefined) continue;
    const isGivenUpToo = state === "off" && part.code === FLIGHT_OFF;
    if (part.state === "off" && !isGivenUpToo) continue;
    if (code === "gone") {
      if (kind === "annotation") removeRef(db, peer, kind, localId);
      // From the beginning. What was sent until `highMs` may still be there, so that it is looked for.
      reopenStep(db, part.id, { ...retried({ ...part, journal: null }), cursorMs: null, journal: null, sent: 0 });
    } else if (isGivenUpToo) reopenStep(db, part.id, retried(part));
  }
}
