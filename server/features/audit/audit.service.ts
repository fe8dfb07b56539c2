import type { AuditEntry, AuditQuery } from "../../contracts/audit.ts";
import type { AuditEvent, RecordAudit } from "../../kernel/audit.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { ageTimeMs } from "../../storage/age-clock.ts";
import { refusedWriteOf } from "../../storage/refused-writes.ts";
import type { AuditDeps } from "./audit.deps.ts";
import { isAllowedUnrecorded, hourlyKeyOf } from "./audit.rules.ts";
import { insertAuditEntry, listAuditEntries, removeOldAuditEntries } from "./audit.store.ts";

const KEPT_MS = 400 * 24 * HOUR_MS;
const MAX_ENTRIES = 200_000;
const ENTRIES_BETWEEN_PURGES = 1000;
const MAX_REMEMBERED_KEYS = 10_000;
const NOT_STORED = "an entry of the audit log could not be stored";

export type AuditService = {
  /**
   * Records an event; kinds that can occur with every request at most once per hour. Where the recording refuses
   * writes, those and actions that cannot be undone are only logged; for others the error is thrown.
   */
  readonly record: RecordAudit;
  readonly list: (query: AuditQuery) => { readonly entries: readonly AuditEntry[]; readonly total: number };
};

export function createAuditService({ db, clock, log, onRecorded }: AuditDeps): AuditService {
  const lastByKey = new Map<string, number>();
  let untilPurge = 0;

  function isRepeated(key: string, nowMs: number): boolean {
    const lastMs = lastByKey.get(key);
    // After a clock was set back, nothing is known about the last hour.
    return lastMs !== undefined && lastMs <= nowMs && nowMs - lastMs < HOUR_MS;
  }

  function remember(key: string, nowMs: number): void {
    // Anonymous callers influence the keys, so their number must be bounded.
    if (lastByKey.size >= MAX_REMEMBERED_KEYS) lastByKey.clear();
    lastByKey.set(key, nowMs);
  }

  function store(event: AuditEvent, nowMs: number): void {
    const entry = insertAuditEntry(db, event, nowMs);
    onRecorded?.(entry);
    if (untilPurge-- > 0) return;
    removeOldAuditEntries(db, ageTimeMs(db, nowMs) - KEPT_MS, MAX_ENTRIES);
    untilPurge = ENTRIES_BETWEEN_PURGES;
  }

  return {
    record(event) {
      const nowMs = clock.now();
      const key = hourlyKeyOf(event);
      if (key !== undefined && isRepeated(key, nowMs)) return;
      try {
        store(event, nowMs);
      } catch (error) {
        const refused = refusedWriteOf(error);
        if (refused === undefined || !isAllowedUnrecorded(event)) throw error;
        // Events that can occur with every request are logged once a minute, as the same error; all others are logged
        // each time.
        log.warn(key === undefined ? { ...event, reason: refused.code } : { err: error }, NOT_STORED);
        return;
      }
      if (key !== undefined) remember(key, nowMs);
    },
    list: (query) => listAuditEntries(db, query),
  };
}
