import type { SyncKind } from "../../contracts/sync.ts";
import type { WritableDb } from "../../storage/database.ts";
import { removeRef } from "./refs.store.ts";
import { findItemOf, reopenItem, updateItem, recheckItems } from "./outbox.store.ts";
import type { OutboxItem } from "./sync.model.ts";
import { FLIGHT_DISCARDED, retried } from "./sync.rules.ts";

/** The parts of a flight that have their own items. */
const PARTS = ["track", "states", "annotation"] as const satisfies readonly SyncKind[];

/** Tries an item again. Called within a transaction. */
export function retryItem(db: WritableDb, item: OutboxItem): void {
  reopenItem(db, item.id, retried(item));
  if (item.kind === "flight") wakeParts(db, item);
  // A missing entity is created again only on request, and this is the request. The peer is searched for it before.
  if (item.code === "gone") removeRef(db, item.peer, item.kind, item.localId);
}

/** Removes the record that the peer has an entity, with all that belongs to it. Called within a transaction. */
export function removeSentState(db: WritableDb, item: OutboxItem): void {
  if (item.kind === "flight") wakeParts(db, { ...item, code: "gone" });
  removeRef(db, item.peer, item.kind, item.localId);
}

/** Discards an item; items that waited for it are checked again. Called within a transaction. */
export function discardItem(db: WritableDb, item: OutboxItem): void {
  updateItem(db, item.id, { state: "off", nextMs: null });
  recheckItems(db, item.peer);
}

/** Reopens the parts of a flight with it: those that were discarded with it, and all where the peer lost the flight. */
function wakeParts(db: WritableDb, { peer, localId, state, code }: OutboxItem): void {
  for (const kind of PARTS) {
    const part = findItemOf(db, peer, kind, localId);
    if (part === undefined) continue;
    const isDiscardedToo = state === "off" && part.code === FLIGHT_DISCARDED;
    if (part.state === "off" && !isDiscardedToo) continue;
    if (code === "gone") {
      if (kind === "annotation") removeRef(db, peer, kind, localId);
      // From the beginning. What was sent until `highMs` may still be there, so the peer is searched for it.
      reopenItem(db, part.id, { ...retried({ ...part, journal: null }), cursorMs: null, journal: null, sent: 0 });
    } else if (isDiscardedToo) reopenItem(db, part.id, retried(part));
  }
}
