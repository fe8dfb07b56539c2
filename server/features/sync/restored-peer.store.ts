import type { WritableDb } from "../../storage/database.ts";

/**
 * Marks everything that a peer has acknowledged as unconfirmed, because the peer was restored from a backup. No common copy
 * is known any more, and each item is compared again. Items that a person discarded, or that are known to be gone, stay
 * so. Called within a transaction.
 */
export function invalidateCommonCopies(db: WritableDb, peer: string): void {
  db.prepare("UPDATE sync_ref SET base = NULL WHERE peer = ? AND gone_ms IS NULL").run(peer);
  // Telemetry that needs a person because of some of its entries: the others were acknowledged.
  db.prepare(
    `UPDATE sync_step SET state = 'waiting', next_ms = NULL, marked_ms = NULL
     WHERE peer = ? AND kind <> 'sightings'
       AND (state = 'clean' OR (state = 'needs_person' AND kind IN ('track', 'states')))`,
  ).run(peer);
  // Received telemetry is marked and fetched by cursors; an item without a cursor is compared.
  db.prepare("UPDATE sync_step SET cursor_ms = NULL, sent = 0 WHERE peer = ? AND kind = 'sightings'").run(peer);
  db.prepare("UPDATE sync_peer SET sightings_seq = 0, sightings_cursor = NULL WHERE id = ?").run(peer);
}
