import type { SyncKind } from "../../contracts/sync.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { RefModel } from "./sync.model.ts";

type Row = Omit<RefModel, "base"> & { readonly base: string | null };

const SELECT =
  "SELECT local_id AS localId, remote_id AS remoteId, base, gone_ms AS goneMs FROM sync_ref WHERE peer = ? AND kind = ?";
const FIND = `${SELECT} AND local_id = ?`;
const FIND_OF_REMOTE = `${SELECT} AND remote_id = ?`;

export function findRef(db: ReadableDb, peer: string, kind: SyncKind, localId: string): RefModel | undefined {
  const row = db.prepare<[string, string, string], Row>(FIND).get(peer, kind, localId);
  return row && fromRow(row);
}

export function findRefOfRemote(db: ReadableDb, peer: string, kind: SyncKind, remoteId: string): RefModel | undefined {
  const row = db.prepare<[string, string, string], Row>(FIND_OF_REMOTE).get(peer, kind, remoteId);
  return row && fromRow(row);
}

export function listRefs(db: ReadableDb, peer: string, kind: SyncKind): readonly RefModel[] {
  return db.prepare<[string, string], Row>(SELECT).all(peer, kind).map(fromRow);
}

/** Flown flights of an account that it sent and is the pilot of, planned to begin at a time or later; the newest first. */
export function listFlownRefs(db: ReadableDb, peer: string, sinceMs: number): readonly RefModel[] {
  return db
    .prepare<[string, number], Row>(
      `SELECT local_id AS localId, remote_id AS remoteId, base, gone_ms AS goneMs
       FROM sync_ref JOIN flight ON flight.id = sync_ref.local_id
       WHERE peer = ? AND kind = 'flight' AND remote_id = local_id AND base ->> '$.status' = 'flown'
         AND pilot = owner AND planned_start_ms >= ?
       ORDER BY planned_start_ms DESC, local_id`,
    )
    .all(peer, sinceMs)
    .map(fromRow);
}

export function saveRef(
  db: WritableDb,
  { peer, kind, ref }: { readonly peer: string; readonly kind: SyncKind; readonly ref: RefModel },
): void {
  db.prepare(
    `INSERT INTO sync_ref (peer, kind, local_id, remote_id, base, gone_ms)
     VALUES (@peer, @kind, @localId, @remoteId, @base, @goneMs)
     ON CONFLICT (peer, kind, local_id) DO UPDATE SET remote_id = excluded.remote_id, base = excluded.base,
       gone_ms = excluded.gone_ms`,
  ).run({ ...ref, base: ref.base === null ? null : JSON.stringify(ref.base), peer, kind });
}

/** Removes the reference: the entity counts as missing at the peer again. */
export function removeRef(db: WritableDb, peer: string, kind: SyncKind, localId: string): void {
  db.prepare("DELETE FROM sync_ref WHERE peer = ? AND kind = ? AND local_id = ?").run(peer, kind, localId);
}

function fromRow(row: Row): RefModel {
  return { ...row, base: row.base === null ? null : (JSON.parse(row.base) as RefModel["base"]) };
}
