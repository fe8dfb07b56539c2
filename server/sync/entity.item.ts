import type { SyncKind } from "../contracts/sync.ts";
import {
  closeConflict,
  type ConflictFields,
  findPendingConflict,
  findItem,
  removeSentState,
  markConflictSending,
  type RefModel,
  saveConflict,
  saveRef,
  type OutboxItem,
  updateItem,
} from "../features/sync/index.ts";
import type { Answer } from "./answers.rules.ts";
import { type Fields, mergeFields } from "./merge.rules.ts";
import { DONE, done, held, heldBy, type Outcome } from "./outcome.ts";
import { finish, type Pass } from "./pass.context.ts";

export type Alignment = {
  readonly kind: SyncKind;
  readonly localId: string;
  readonly remoteId: string;
  readonly base: Fields | null;
  readonly here: Fields;
  readonly there: Fields;
  /** Changes this station's copy; returns why it could not. */
  readonly changeHere: (fields: Fields) => Promise<string | undefined>;
  /** Changes the peer's copy. */
  readonly changeThere: (fields: Fields) => Promise<Answer<unknown>>;
};

/** Reconciles both sides of an entity of which nothing else is exchanged. */
export async function alignAndFinish(pass: Pass, item: OutboxItem, alignment: Alignment): Promise<Outcome> {
  const aligned = await align(pass, item, alignment);
  if (aligned.kind === "held") return aligned;
  return aligned.value === undefined ? DONE : finish(pass, { id: item.id, seq: aligned.value });
}

/**
 * Reconciles both sides of an entity, and stores the common copy. Returns the `seq` until which the item is reconciled;
 * `undefined` when it is in conflict, or was changed meanwhile.
 */
export async function align(pass: Pass, item: OutboxItem, alignment: Alignment): Promise<Outcome<number | undefined>> {
  const { db, clock } = pass.deps;
  const { kind, localId, remoteId, base, here, there } = alignment;
  const pending = findPendingConflict(db, pass.peerId, kind, localId);
  // From here on it may have arrived.
  if (pending !== undefined) markConflictSending(db, pending, clock.now());
  const merge = mergeFields(base, { here, there }, pending?.decision ?? null);
  if (Object.keys(merge.toThere).length > 0) {
    const answer = await alignment.changeThere(merge.toThere);
    if (answer.kind !== "ok") return heldBy(answer);
    pass.countSent(kind);
  }
  if (findItem(db, item.id)?.seq !== item.seq) {
    // A user changed it here during the request: the peer's present copy is the base of the next attempt.
    const base = { ...alignment.base, ...merge.toThere };
    saveRef(db, { peer: pass.peerId, kind, ref: { localId, remoteId, base, goneMs: null } });
    return done(undefined);
  }
  if (Object.keys(merge.toHere).length > 0) {
    const problem = await alignment.changeHere(merge.toHere);
    if (problem !== undefined) return held({ kind: "needs_person", code: "refused_here", detail: problem });
    pass.countReceived(kind);
  }
  const isInLine = Object.keys(merge.conflicts).length === 0;
  db.transaction(() => {
    saveRef(db, { peer: pass.peerId, kind, ref: { localId, remoteId, base: merge.merged, goneMs: null } });
    // Together with the common copy: a decision that remained after it would decide later changes too. One that waits
    // for a decision remains where it still is a conflict.
    if (pending !== undefined && (isInLine || pending.decision !== null)) closeConflict(db, pending, clock.now());
    if (!isInLine) openConflict(pass, item, merge.conflicts);
  }).immediate();
  if (!isInLine) return done(undefined);
  // The change made here has marked the item once.
  return done(item.seq + (Object.keys(merge.toHere).length > 0 ? 1 : 0));
}

export function openConflict(
  { deps, peerId }: Pick<Pass, "deps" | "peerId">,
  item: OutboxItem,
  fields: ConflictFields,
): void {
  const { kind, localId } = item;
  saveConflict(deps.db, { peer: peerId, kind, localId, fields }, deps.clock.now());
  updateItem(deps.db, item.id, {
    state: "conflict",
    code: "conflict",
    detail: `Changed here and there: ${Object.keys(fields).join(", ")}.`,
    nextMs: null,
    journal: null,
  });
}

/**
 * An entity that a station lost because it was restored from a backup is created again with all that belongs to it:
 * nobody there decided against it. Its common copy is not known any more (`handleChangedRecording`). For everything else that
 * is missing a person decides. Returns whether it was reset.
 */
export function resetLost({ deps: { db }, peer }: Pass, item: OutboxItem, { base }: Pick<RefModel, "base">): boolean {
  if (base !== null || peer().capabilities.recording === undefined) return false;
  db.transaction(() => removeSentState(db, item)).immediate();
  return true;
}

/**
 * The peer does not find it. The first time may be a mistake; the second time it counts as removed: the copy here is
 * kept, and it is not created again unless a person requests it.
 */
export function recordMissingAtPeer(
  pass: Pass,
  item: OutboxItem,
  ref: { readonly remoteId: string; readonly base: Fields | null },
): Outcome {
  const { kind, localId, code } = item;
  if (code !== "missing_there") {
    return held({ kind: "retry", code: "missing_there", detail: "The peer does not find it." });
  }
  const { db, clock } = pass.deps;
  saveRef(db, { peer: pass.peerId, kind, ref: { ...ref, localId, goneMs: clock.now() } });
  const detail = "The peer no longer has it. The copy on this station stays.";
  updateItem(db, item.id, { state: "needs_person", code: "gone", detail, nextMs: null, journal: null });
  return DONE;
}
