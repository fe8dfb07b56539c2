import type { Annotation } from "../contracts/annotations.ts";
import {
  findRef,
  findItem,
  findItemOf,
  finishItem,
  type RefModel,
  saveRef,
  type OutboxItem,
} from "../features/sync/index.ts";
import { alignAndFinish } from "./entity.item.ts";
import { DONE, done, held, heldBy, type Outcome } from "./outcome.ts";
import { finish, type Pass } from "./pass.context.ts";

/**
 * Reconciles the account's annotation of a flight: each user has at most one per operation, so that it is identified by
 * the operation, and a lost response to its creation does no harm. Other operations have other ids at the peer. A
 * deletion is never sent.
 */
export async function exchangeAnnotation(pass: Pass, item: OutboxItem): Promise<Outcome> {
  const { db, annotations } = pass.deps;
  const found = operationThere(pass, item.localId);
  if (found.kind === "held") return found;
  const operation = found.value;
  if (operation === undefined) return finish(pass, item);
  const answer = await pass.client.call("listAnnotations", { params: { operation_id: operation } });
  if (answer.kind === "missing") return finish(pass, item);
  if (answer.kind !== "ok") return heldBy(answer);
  const there = answer.body.items.find(({ owner_id: owner }) => owner === pass.peer().remoteUser);
  const here = await annotations.find(item.localId, pass.localUser);
  const ref = findRef(db, pass.peerId, "annotation", item.localId);
  if (here === undefined) {
    // An annotation that was deleted here is kept at the peer; one that is new at the peer is fetched.
    return there !== undefined && ref === undefined ? fetchAnnotation(pass, item, there) : finish(pass, item);
  }
  if (there !== undefined) return alignAnnotations(pass, item, { operation, note: here.note, there, ref });
  // An annotation that was deleted at the peer is kept here, and is not created again unless a person requests it. One
  // that is missing because the peer was restored from a backup is.
  if ((ref?.base ?? null) !== null) return finish(pass, item);
  return createAnnotation(pass, item, { operation, note: here.note });
}

/** Id of the operation there: that of a flight which the peer has. */
function operationThere({ deps: { db }, peerId }: Pass, localId: string): Outcome<string | undefined> {
  const flight = findRef(db, peerId, "flight", localId);
  if (flight !== undefined) return done(flight.goneMs === null ? flight.remoteId : undefined);
  const waiting = findItemOf(db, peerId, "flight", localId);
  if (waiting === undefined || waiting.state === "off" || waiting.state === "clean") return done(undefined);
  return held({ kind: "waiting", code: "waits_for_flight", detail: "It waits until the peer has the flight." });
}

async function createAnnotation(
  pass: Pass,
  item: OutboxItem,
  { operation, note }: { readonly operation: string; readonly note: string | null },
): Promise<Outcome> {
  const params = { operation_id: operation };
  const created = await pass.client.call("createAnnotation", { params, body: { note } });
  if (created.kind !== "ok") return heldBy(created);
  keep(pass, item.localId, { remoteId: created.body.id, note });
  pass.countSent("annotation");
  return finish(pass, item);
}

/** Its mark is removed together with the link's creation, so that it is not sent back. */
async function fetchAnnotation(pass: Pass, item: OutboxItem, { id, note }: Annotation): Promise<Outcome> {
  const { db, annotations } = pass.deps;
  const problem = await annotations.save(item.localId, pass.localUser, note);
  if (problem !== undefined) return held({ kind: "needs_person", code: "refused_here", detail: problem });
  db.transaction(() => {
    keep(pass, item.localId, { remoteId: id, note });
    finishItem(db, findItem(db, item.id) ?? item);
  }).immediate();
  pass.countReceived("annotation");
  return DONE;
}

function alignAnnotations(
  pass: Pass,
  item: OutboxItem,
  {
    operation,
    note,
    there,
    ref,
  }: {
    readonly operation: string;
    readonly note: string | null;
    readonly there: Annotation;
    readonly ref: RefModel | undefined;
  },
): Promise<Outcome> {
  return alignAndFinish(pass, item, {
    kind: "annotation",
    localId: item.localId,
    remoteId: there.id,
    base: ref?.base ?? null,
    here: { note },
    there: { note: there.note },
    changeHere: (fields) => pass.deps.annotations.save(item.localId, pass.localUser, textOf(fields["note"])),
    changeThere: (fields) =>
      pass.client.call("updateAnnotation", {
        params: { operation_id: operation, user_data_id: there.id },
        body: { note: textOf(fields["note"]) },
      }),
  });
}

function keep(
  { deps: { db }, peerId }: Pass,
  localId: string,
  { remoteId, note }: { readonly remoteId: string; readonly note: string | null },
): void {
  saveRef(db, { peer: peerId, kind: "annotation", ref: { localId, remoteId, base: { note }, goneMs: null } });
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
