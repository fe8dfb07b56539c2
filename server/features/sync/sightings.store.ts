import { DAY_MS } from "../../kernel/clock.ts";
import type { WritableDb } from "../../storage/database.ts";
import { findPeer } from "./peers.store.ts";
import type { PeerModel } from "./sync.model.ts";
import { wantsSightings } from "./sync.rules.ts";

/** Received telemetry is sent in batches: the first record of a batch waits this long for others. */
export const SIGHTINGS_DELAY_MS = 10_000;

/** Suboperations that are marked in one transaction. */
const MAX_MARKED = 500;

type Changed = { readonly uuid: string; readonly seq: number; readonly lastMs: number };

type MarkedSightings = {
  readonly isMarked: boolean;
  /** Whether there are more changes than were examined. */
  readonly isMore: boolean;
};

/**
 * Marks suboperations that changed since the last call for a peer, a bounded number, and removes the marks of those
 * that it may not get any more. Ingest marks nothing: every change of a suboperation has a number, and this reads those
 * after the last one.
 */
export function markSightings(db: WritableDb, peerId: string, nowMs: number): MarkedSightings {
  const peer = findPeer(db, peerId);
  if (peer === undefined) return { isMarked: false, isMore: false };
  if (!wantsSightings(peer)) return { isMarked: forget(db, peer), isMore: false };
  const lastSeq = db.prepare<[], number>("SELECT coalesce(max(change_seq), 0) FROM suboperation").pluck().get()!;
  if (lastSeq === peer.sightingsSeq) return { isMarked: false, isMore: false };
  const { seq, marked } = db.transaction(() => markSome(db, peer, lastSeq, nowMs)).immediate();
  return { isMarked: marked > 0, isMore: seq < lastSeq };
}

function markSome(
  db: WritableDb,
  { id, scope, sightingsSeq }: PeerModel,
  lastSeq: number,
  nowMs: number,
): { readonly seq: number; readonly marked: number } {
  // After a backup was restored the numbers may be lower: everything is compared again.
  const fromSeq = sightingsSeq > lastSeq ? 0 : sightingsSeq;
  const changed = db
    .prepare<[number, number], Changed>(
      `SELECT uuid, change_seq AS seq, last_ms AS lastMs FROM sendable_suboperation
       WHERE change_seq > ? ORDER BY change_seq LIMIT ?`,
    )
    .all(fromSeq, MAX_MARKED);
  const mark = db.prepare(
    `INSERT INTO sync_step (peer, kind, local_id, step, marked_ms, next_ms)
     VALUES (@id, 'sightings', @uuid, 'send', @nowMs, @dueMs)
     ON CONFLICT (peer, kind, local_id) DO UPDATE SET
       seq = seq + 1,
       marked_ms = CASE WHEN state = 'clean' THEN excluded.marked_ms ELSE marked_ms END,
       next_ms = CASE WHEN state IN ('clean', 'needs_person') THEN excluded.next_ms ELSE next_ms END,
       state = CASE WHEN state IN ('clean', 'needs_person') THEN 'waiting' ELSE state END`,
  );
  const wanted = changed.filter(({ lastMs }) => lastMs >= nowMs - scope.days_back * DAY_MS);
  for (const { uuid } of wanted) mark.run({ id, uuid, nowMs, dueMs: nowMs + SIGHTINGS_DELAY_MS });
  const seq = changed.length < MAX_MARKED ? lastSeq : changed.at(-1)!.seq;
  db.prepare("UPDATE sync_peer SET sightings_seq = ? WHERE id = ?").run(seq, id);
  return { seq, marked: wanted.length };
}

/** If it is wanted again, everything is compared, and only what is missing is sent. */
function forget(db: WritableDb, { id, sightingsSeq }: PeerModel): boolean {
  if (sightingsSeq === 0) return false;
  return db
    .transaction(() => {
      db.prepare("UPDATE sync_peer SET sightings_seq = 0 WHERE id = ?").run(id);
      return db.prepare("DELETE FROM sync_step WHERE peer = ? AND kind = 'sightings'").run(id).changes > 0;
    })
    .immediate();
}
