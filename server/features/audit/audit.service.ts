import type { AuditEntry, AuditQuery } from "../../contracts/audit.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import type { AuditDeps } from "./audit.deps.ts";
import { hourlyKeyOf } from "./audit.rules.ts";
import { insertAuditEntry, listAuditEntries, removeOldAuditEntries } from "./audit.store.ts";

const KEPT_MS = 400 * 24 * HOUR_MS;
const MAX_ENTRIES = 200_000;
const ENTRIES_BETWEEN_PURGES = 1000;
const MAX_REMEMBERED_KEYS = 10_000;

export type AuditService = {
  /** Keeps an event. What comes with every request is kept once an hour. */
  readonly record: RecordAudit;
  readonly list: (query: AuditQuery) => { readonly entries: readonly AuditEntry[]; readonly total: number };
};

export function createAuditService({ db, clock }: AuditDeps): AuditService {
  const lastByKey = new Map<string, number>();
  let untilPurge = 0;

  function isRepeated(key: string, nowMs: number): boolean {
    const lastMs = lastByKey.get(key);
    if (lastMs !== undefined && nowMs - lastMs < HOUR_MS) return true;
    // Strangers choose some of the keys, so that there must be a bound.
    if (lastByKey.size >= MAX_REMEMBERED_KEYS) lastByKey.clear();
    lastByKey.set(key, nowMs);
    return false;
  }

  return {
    record(event) {
      const nowMs = clock.now();
      const key = hourlyKeyOf(event);
      if (key !== undefined && isRepeated(key, nowMs)) return;
      insertAuditEntry(db, event, nowMs);
      if (untilPurge-- > 0) return;
      removeOldAuditEntries(db, nowMs - KEPT_MS, MAX_ENTRIES);
      untilPurge = ENTRIES_BETWEEN_PURGES;
    },
    list: (query) => listAuditEntries(db, query),
  };
}
