import type { AuditEntry, AuditQuery } from "../../contracts/audit.ts";
import type { AuditEvent } from "../../kernel/audit.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

type Row = {
  readonly id: number;
  readonly time_ms: number;
  readonly kind: AuditEntry["kind"];
  readonly user_id: string | null;
  readonly actor_id: string | null;
  readonly address: string | null;
  readonly detail: string;
};

/** `timeMs`: Unix milliseconds. */
export function insertAuditEntry(db: WritableDb, event: AuditEvent, timeMs: number): void {
  db.prepare(
    `INSERT INTO audit_entry (time_ms, kind, user_id, actor_id, address, detail)
     VALUES (@timeMs, @kind, @userId, @actorId, @address, @detail)`,
  ).run({
    timeMs,
    kind: event.kind,
    userId: event.userId,
    actorId: event.actorId,
    address: event.address ?? null,
    detail: JSON.stringify(event.detail ?? {}),
  });
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

/** Removes entries older than a time (Unix milliseconds), and all but the newest `maxEntries`. */
export function removeOldAuditEntries(db: WritableDb, olderThanMs: number, maxEntries: number): void {
  db.prepare("DELETE FROM audit_entry WHERE time_ms < ? OR id <= (SELECT max(id) FROM audit_entry) - ?").run(
    olderThanMs,
    maxEntries,
  );
}

function msOf(time: string | undefined): number | null {
  return time === undefined ? null : Date.parse(time);
}

function entryFromRow({ time_ms, detail, ...row }: Row): AuditEntry {
  return { ...row, time: isoFromMs(time_ms), detail: JSON.parse(detail) as AuditEntry["detail"] };
}
