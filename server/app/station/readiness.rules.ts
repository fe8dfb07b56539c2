import type { Readiness, ReadinessCheck } from "../../contracts/readiness.ts";
import { SECOND_MS } from "../../kernel/clock.ts";

/** The values that are measured at one time. Times in Unix milliseconds. */
export type Measured = {
  readonly freeBytes: number | null;
  readonly waitingRecords: number;
  /** Since when records have been waiting for the disk; null while none do. */
  readonly waitingSinceMs: number | null;
  readonly residentBytes: number;
  readonly totalBytes: number;
  readonly isDamaged: boolean;
  readonly failingSources: number;
  readonly failingPeers: number;
};

/** Below this SQLite's own files may not grow any more: writes begin to fail. */
export const MIN_FREE_BYTES = 8 * 1024 * 1024;
/** Records wait a quarter of a second, and a second more after a refusal. */
const MAX_WAIT_S = 5;
const MAX_WAITING_RECORDS = 20_000;
/** The share of the computer's memory. */
const MAX_MEMORY_SHARE = 0.75;

/** Judges what was measured; values are for callers that are signed in. */
export function judgeReadiness(measured: Measured, nowMs: number, withValues: boolean): Readiness {
  const waitedS = measured.waitingSinceMs === null ? 0 : (nowMs - measured.waitingSinceMs) / SECOND_MS;
  const { freeBytes } = measured;
  const checks: readonly ReadinessCheck[] = [
    {
      name: "disk",
      ok: freeBytes === null || freeBytes >= MIN_FREE_BYTES,
      is_required: true,
      value: freeBytes,
      limit: MIN_FREE_BYTES,
      unit: "bytes",
    },
    atMost("last_commit", waitedS, MAX_WAIT_S, "seconds"),
    atMost("queue", measured.waitingRecords, MAX_WAITING_RECORDS, "records"),
    atMost("memory", measured.residentBytes, Math.round(measured.totalBytes * MAX_MEMORY_SHARE), "bytes"),
    atMost("integrity", Number(measured.isDamaged), 0, "damages"),
    { ...atMost("sources", measured.failingSources, 0, "sources"), is_required: false },
    { ...atMost("sync", measured.failingPeers, 0, "peers"), is_required: false },
  ];
  return {
    ready: checks.every(({ ok, is_required: isRequired }) => ok || !isRequired),
    checks: checks.map((check) => (withValues ? check : { ...check, value: null, limit: null })),
  };
}

function atMost(
  name: ReadinessCheck["name"],
  value: number,
  limit: number,
  unit: ReadinessCheck["unit"],
): ReadinessCheck {
  return { name, ok: value <= limit, is_required: true, value, limit, unit };
}
