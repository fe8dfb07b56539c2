import { IN_PROGRESS_MS } from "../../contracts/operations.ts";
import type { RetentionPolicy } from "../../contracts/retention.ts";
import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { EndedOperation } from "./retention.deps.ts";

/** Default: nothing is purged by age or size; deleted operations can be restored for 30 days. */
export const DEFAULT_POLICY: RetentionPolicy = { max_age_days: null, max_size_mb: null, removed_grace_days: 30 };

/** An operation written to within this time may still grow, for example while an old recording is imported. */
const SETTLING_MS = 10 * SECOND_MS;
/** Fraction of the limit that is purged in addition, so that not every new record starts a purge. */
const RESERVE = 0.05;
/** Measured disk space of one aircraft record that is a row, including its share of the indexes, bytes. */
const ROW_BYTES = 125;
/** System telemetry younger than this is kept regardless of the size limit. */
export const MIN_SYSTEM_AGE_MS = DAY_MS;
/** Below this much free space a disk counts as almost full, bytes. */
const LOW_DISK_BYTES = 1e9;

/** Time before which telemetry is purged, Unix milliseconds; `null` without an age limit. `nowMs` is that of the age clock. */
export function ageLimitMs({ max_age_days: days }: RetentionPolicy, nowMs: number): number | null {
  return days === null ? null : nowMs - days * DAY_MS;
}

/** Suboperations deleted at or before this time are purged, Unix milliseconds. `nowMs` is that of the age clock. */
export function graceEndMs({ removed_grace_days: days }: RetentionPolicy, nowMs: number): number {
  return nowMs - days * DAY_MS;
}

/** Number of bytes to purge; 0 while the recording is within its limit. */
export function excessBytes({ max_size_mb: megabytes }: RetentionPolicy, usedBytes: number): number {
  if (megabytes === null || usedBytes <= megabytes * 1e6) return 0;
  return usedBytes - megabytes * 1e6 * (1 - RESERVE);
}

/** Whether an operation may still grow, so that it must not be purged. */
export function isOngoing({ lastMs, updatedMs }: EndedOperation, nowMs: number): boolean {
  return nowMs - lastMs < IN_PROGRESS_MS || nowMs - updatedMs < SETTLING_MS;
}

/**
 * An estimate of the disk space of one aircraft record, bytes: packed ones take a twentieth of rows, and how many are packed
 * differs. Not more than a row: in a small recording most of the space is that of other things.
 */
export function estimateRecordBytes(usedBytes: number, records: number): number {
  return records === 0 ? ROW_BYTES : Math.min(ROW_BYTES, usedBytes / records);
}

export function isDiskLow(freeBytes: number | null): boolean {
  return freeBytes !== null && freeBytes < LOW_DISK_BYTES;
}
