import type { AuditEntry, AuditQuery } from "../../contracts/audit.ts";
import type { AuditEvent } from "../../kernel/audit.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { ChainedEntry } from "./audit.deps.ts";
import { type EntryContent, hashOfEntry } from "./audit.chain.ts";

type Row = {
  readonly id: number;
  readonly time_ms: number;
  readonly kind: AuditEntry["kind"];
  readonly user_id: string | null;
  readonly actor_id: string | null;
  readonly address: string | null;
  readonly detail: string;
  readonly hash: Buffer;
};

type Ends = { readonly lastId: number; readonly lastHash: Buffer };

/** Adds an entry to the chain. `timeMs`: Unix milliseconds. */
export function insertAuditEntry(db: WritableDb, event: AuditEvent, timeMs: number): ChainedEntry {
  return db.transaction(() => {
    const ends = db.prepare<[], Ends>("SELECT last_id AS lastId, last_hash AS lastHash FROM audit_chain").get()!;
    const entry = {
      id: ends.lastId + 1,
      time_ms: timeMs,
      kind: event.kind,
      user_id: event.userId,
      actor_id: event.actorId,
      address: event.address ?? null,
      detail: JSON.stringify(event.detail ?? {}),
    };
    const hash = hashOfEntry(ends.lastHash, entry);
    db.prepare(
      `INSERT INTO audit_entry (id, time_ms, kind, user_id, actor_id, address, detail, hash)
       VALUES (@id, @time_ms, @kind, @user_id, @actor_id, @address, @detail, @hash)`,
    ).run({ ...entry, hash });
    db.prepare("UPDATE audit_chain SET last_id = ?, last_hash = ?").run(entry.id, hash);
    const { kind, userId, actorId, address = null, detail = {} } = event;
    return { id: entry.id, timeMs, kind, userId, actorId, address, detail, hash };
  })();
}

/** A page of entries, newest first, and the total number of matching entries. */
export function listAuditEntries(
  db: ReadableDb,
  query: AuditQuery,
): { readonly entries: readonly AuditEntry[]; readonly total: number } {
  const filter = {
    kind: query.kind ?? null,
    userId: query.user_id ?? null,
    fromMs: msOf(query.from),
    toMs: msOf(query.to),
  };
  const where = `WHERE (@kind IS NULL OR kind = @kind)
    AND (@userId IS NULL OR user_id = @userId OR actor_id = @userId)
    AND (@fromMs IS NULL OR time_ms >= @fromMs) AND (@toMs IS NULL OR time_ms < @toMs)`;
  const total = db.prepare<[typeof filter], number>(`SELECT count(*) FROM audit_entry ${where}`).pluck().get(filter);
  const rows = db
    .prepare<[object], Row>(`SELECT * FROM audit_entry ${where} ORDER BY id DESC LIMIT @limit OFFSET @offset`)
    .all({ ...filter, limit: query.limit, offset: query.offset });
  return { entries: rows.map(entryFromRow), total: total ?? 0 };
}

/**
 * Removes the oldest entries: those until the last one that is older than a time (Unix milliseconds), and all but the
 * newest `maxEntries`. The chain begins with the first one that is kept.
 */
export function removeOldAuditEntries(db: WritableDb, olderThanMs: number, maxEntries: number): void {
  db.transaction(() => {
    const last = db
      .prepare<[number, number], { readonly id: number; readonly hash: Buffer }>(
        `SELECT id, hash FROM audit_entry
         WHERE id < coalesce((SELECT min(id) FROM audit_entry WHERE time_ms >= ?), (SELECT max(id) + 1 FROM audit_entry))
            OR id <= (SELECT max(id) FROM audit_entry) - ?
         ORDER BY id DESC LIMIT 1`,
      )
      .get(olderThanMs, maxEntries);
    if (last === undefined) return;
    db.prepare("DELETE FROM audit_entry WHERE id <= ?").run(last.id);
    db.prepare("UPDATE audit_chain SET first_hash = ?").run(last.hash);
  })();
}

type ChainEnds = { readonly firstHash: Uint8Array; readonly lastId: number; readonly lastHash: Uint8Array };
type HashedEntry = EntryContent & { readonly hash: Uint8Array | null };

/** Reads the log as it is stored, to be verified. */
export type AuditChainReader = {
  /** `undefined` when they are not stored any more. */
  readonly findEnds: () => ChainEnds | undefined;
  /** How many entries there are after one. */
  readonly countAfter: (id: number) => number;
  /** Entries after one, until another. */
  readonly listEntries: (afterId: number, untilId: number, limit: number) => readonly HashedEntry[];
};

export function createAuditChainReader(db: Pick<ReadableDb, "prepare">): AuditChainReader {
  const ends = db.prepare<[], ChainEnds>(
    "SELECT first_hash AS firstHash, last_id AS lastId, last_hash AS lastHash FROM audit_chain",
  );
  const entries = db.prepare<[number, number, number], HashedEntry>(
    "SELECT * FROM audit_entry WHERE id > ? AND id <= ? ORDER BY id LIMIT ?",
  );
  const later = db.prepare<[number], number>("SELECT count(*) FROM audit_entry WHERE id > ?").pluck();
  return {
    findEnds: () => ends.get(),
    countAfter: (id) => later.get(id) ?? 0,
    listEntries: (afterId, untilId, limit) => entries.all(afterId, untilId, limit),
  };
}

/** False for a recording that no station has opened since the log is chained. */
export function isAuditChained(db: Pick<ReadableDb, "prepare">): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit_chain'").get() !== undefined;
}

function msOf(time: string | undefined): number | null {
  return time === undefined ? null : Date.parse(time);
}

function entryFromRow({ time_ms, detail, hash: _hash, ...row }: Row): AuditEntry {
  return { ...row, time: isoFromMs(time_ms), detail: JSON.parse(detail) as AuditEntry["detail"] };
}
