import type { ReadableDb } from "../../storage/database.ts";

/** What is not sent yet stays, whatever its age: the part of synchronisation in a purge. */
export type SyncPurge = {
  /** Those of some operations that belong to flights of which a peer lacks something. */
  readonly listKept: (operations: readonly number[]) => readonly number[];
};

export function createSyncPurge(db: ReadableDb): SyncPurge {
  const waiting = db
    .prepare<[string], number>(
      `SELECT DISTINCT suboperation.operation FROM suboperation
       JOIN flight ON flight.suboperation = suboperation.id
       JOIN sync_peer ON sync_peer.local_user = flight.owner
       JOIN sync_step ON sync_step.peer = sync_peer.id AND sync_step.local_id = flight.id
         AND sync_step.kind IN ('flight', 'track', 'states', 'annotation')
       WHERE suboperation.operation IN (SELECT value FROM json_each(?)) AND sync_step.state NOT IN ('clean', 'off')`,
    )
    .pluck();
  return { listKept: (operations) => waiting.all(JSON.stringify(operations)) };
}
