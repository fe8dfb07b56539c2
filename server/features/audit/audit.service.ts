import type { AuditEntry, AuditQuery } from "../../contracts/audit.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { ageTimeMs } from "../../storage/age-clock.ts";
import type { AuditDeps } from "./audit.deps.ts";
import { hourlyKeyOf } from "./audit.rules.ts";
import { insertAuditEntry, listAuditEntries, removeOldAuditEntries } from "./audit.store.ts";

const KEPT_MS = 400 * 24 * HOUR_MS;
const MAX_ENTRIES = 200_000;
const ENTRIES_BETWEEN_PURGES = 1000;
const MAX_REMEMBERED_KEYS = 10_000;

export type AuditService = {
  /** Records an event; kinds that can occur with every request at most once per hour. */
  readonly record: RecordAudit;
  readonly list: (query: AuditQuery) => { readonly entries: readonly AuditEntry[]; readonly total: number };
};

export function createAuditService({ db, clock, onRecorded }: AuditDeps): AuditService {
  const lastByKey = new Map<string, number>();
  let untilPurge = 0;

  function isRepeated(key: string, nowMs: number): boolean {
    const lastMs = lastByKey.get(key);
    // Of a clock that has been set back since, nothing is known about the last hour.
    if (lastMs !== undefined && lastMs <= nowMs && nowMs - lastMs < HOUR_MS) return true;
    // Anonymous callers influence the keys, so their number must be bounded.
    if (lastByKey.size >= MAX_REMEMBERED_KEYS) lastByKey.clear();
    lastByKey.set(key, nowMs);
    return false;
  }

  return {
    record(event) {
      const nowMs = clock.now();
      const key = hourlyKeyOf(event);
      if (key !== undefined && isRepeated(key, nowMs)) return;
      const entry = insertAuditEntry(db, event, nowMs);
      onRecorded?.(entry);
      if (untilPurge-- > 0) return;
      removeOldAuditEntries(db, ageTimeMs(db, nowMs) - KEPT_MS, MAX_ENTRIES);
      untilPurge = ENTRIES_BETWEEN_PURGES;
    },
    list: (query) => listAuditEntries(db, query),
  };
}
