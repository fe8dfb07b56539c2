import type { WritableDb } from "../../storage/database.ts";

/** The part of synchronisation in a purge: what is not sent yet is kept, whatever its age. */
export type SyncPurge = {
  /** Those of some operations of which a peer lacks something: an account's flight, or received telemetry. */
  readonly listKept: (operations: readonly number[]) => readonly number[];
  readonly removeOfSuboperation: (suboperation: number) => number;
};

export function createSyncPurge(db: WritableDb): SyncPurge {
  const waiting = db
    .prepare<[{ readonly operations: string }], number>(
      `SELECT DISTINCT suboperation.operation FROM suboperation
       JOIN flight ON flight.suboperation = suboperation.id
       JOIN sync_peer ON sync_peer.local_user = flight.owner
       JOIN sync_step ON sync_step.peer = sync_peer.id AND sync_step.local_id = flight.id
         AND sync_step.kind IN ('flight', 'track', 'states', 'annotation')
       WHERE suboperation.operation IN (SELECT value FROM json_each(@operations)) AND sync_step.state NOT IN ('clean', 'off')
       UNION SELECT received.operation FROM sendable_suboperation AS received JOIN sync_peer
         ON sync_peer.kind = 'station' AND sync_peer.sightings_seq > 0
       LEFT JOIN sync_step ON sync_step.peer = sync_peer.id AND sync_step.kind = 'sightings'
         AND sync_step.local_id = received.uuid
       WHERE received.operation IN (SELECT value FROM json_each(@operations)) AND
         (received.change_seq > sync_peer.sightings_seq OR sync_step.state NOT IN ('clean', 'off'))`,
    )
    .pluck();
  const removals = ["sync_step", "sync_ref"].map((table) =>
    db.prepare(
      `DELETE FROM ${table} WHERE peer IN (SELECT id FROM sync_peer) AND kind = 'sightings'
         AND local_id = (SELECT uuid FROM suboperation WHERE id = ?)`,
    ),
  );
  const removeMerged = db.prepare("DELETE FROM suboperation_united WHERE suboperation = ?");
  return {
    listKept: (operations) => waiting.all({ operations: JSON.stringify(operations) }),
    removeOfSuboperation: (suboperation) =>
      [...removals, removeMerged].reduce((sum, removal) => sum + removal.run(suboperation).changes, 0),
  };
}
