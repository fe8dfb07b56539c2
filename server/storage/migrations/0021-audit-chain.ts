import { createHash } from "node:crypto";
import type Database from "better-sqlite3";

/**
 * Chains the audit log: each entry has the hash of itself and of the one before it, so that none can be changed, removed
 * or put in between without all later ones being wrong. `audit_chain` has both ends: the hash before the oldest entry
 * that is kept, and the newest.
 */
export function auditChainSchema(db: Database.Database): void {
  db.exec(`
    ALTER TABLE audit_entry ADD COLUMN hash BLOB;
    CREATE TABLE audit_chain (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      first_hash BLOB NOT NULL,
      last_id INTEGER NOT NULL,
      last_hash BLOB NOT NULL
    ) STRICT;
  `);
  type Row = { id: number; time_ms: number; kind: string; detail: string } & Record<string, string | number | null>;
  const update = db.prepare("UPDATE audit_entry SET hash = ? WHERE id = ?");
  let hash: Buffer = Buffer.alloc(32);
  let lastId = 0;
  const rows = db.prepare<[], Row>("SELECT * FROM audit_entry ORDER BY id").all();
  for (const { id, time_ms, kind, user_id, actor_id, address, detail } of rows) {
    // As it is computed since then (server/features/audit/audit.chain.ts), written out because that may change.
    const text = JSON.stringify([id, time_ms, kind, user_id ?? null, actor_id ?? null, address ?? null, detail]);
    hash = createHash("sha256").update(hash).update(text).digest();
    update.run(hash, id);
    lastId = id;
  }
  db.prepare("INSERT INTO audit_chain VALUES (1, ?, ?, ?)").run(Buffer.alloc(32), lastId, hash);
}
