import type { WritableDb } from "../../storage/database.ts";

/**
 * Doubts everything that a peer has acknowledged: it was set back by a backup. No common copy is known any more, and each
 * item looks at what is there. What a person gave up, or knows to be gone, stays so. Called within a transaction.
 */
export function doubtEverything(db: WritableDb, peer: string): void {
  db.prepare("UPDATE sync_ref SET base = NULL WHERE peer = ? AND gone_ms IS NULL").run(peer);
  // Of telemetry that needs a person for some entries, the others were taken.
  db.prepare(
    `UPDATE sync_step SET state = 'waiting', next_ms = NULL, marked_ms = NULL
     WHERE peer = ? AND kind <> 'sightings'
       AND (state = 'clean' OR (state = 'needs_person' AND kind IN ('track', 'states')))`,
  ).run(peer);
  // Received telemetry is marked and fetched by cursors; without its own an item is compared.
  db.prepare("UPDATE sync_step SET cursor_ms = NULL, sent = 0 WHERE peer = ? AND kind = 'sightings'").run(peer);
  db.prepare("UPDATE sync_peer SET sightings_seq = 0, sightings_cursor = NULL WHERE id = ?").run(peer);
}
