import type { RetentionPolicy } from "../../contracts/retention.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { EndedOperation } from "./retention.deps.ts";

const DAY_MS = 24 * HOUR_MS;

/** Nothing goes by age or size unless somebody says so; what somebody removed can be brought back for a month. */
export const DEFAULT_POLICY: RetentionPolicy = { max_age_days: null, max_size_mb: null, removed_grace_days: 30 };

/** An operation with telemetry younger than this goes on. */
const CURRENT_MS = 3 * MINUTE_MS;
/** What was stored within this time may be part of something that is still coming in, such as an old recording. */
const SETTLING_MS = 10 * SECOND_MS;
/** Beyond the bound this much more is removed, so that not every record that arrives starts a purge. */
const RESERVE = 0.05;
/** What one record of an aircraft takes, its share of the indexes included; measured. */
const BYTES_PER_RECORD = 125;
/** What sensors said of themselves lately stays, however little room there is. */
export const KEPT_SYSTEM_MS = DAY_MS;
/** With less than this a disk is about to be full, bytes. */
const LOW_DISK_BYTES = 1e9;

/** Telemetry older than this is removed; `null` when age does not matter. */
export function ageLimitMs({ max_age_days: days }: RetentionPolicy, nowMs: number): number | null {
  return days === null ? null : nowMs - days * DAY_MS;
}

/** What was removed at or before this time goes for good. */
export function graceEndMs({ removed_grace_days: days }: RetentionPolicy, nowMs: number): number {
  return nowMs - days * DAY_MS;
}

/** How many bytes have to go: none while the recording is within its bound. */
export function excessBytes({ max_size_mb: megabytes }: RetentionPolicy, usedBytes: number): number {
  if (megabytes === null || usedBytes <= megabytes * 1e6) return 0;
  return usedBytes - megabytes * 1e6 * (1 - RESERVE);
}

/** Whether an operation may still grow: it is never purged then. */
export function isOngoing({ lastMs, updatedMs }: EndedOperation, nowMs: number): boolean {
  return nowMs - lastMs < CURRENT_MS || nowMs - updatedMs < SETTLING_MS;
}

/** About what an operation takes on the disk. */
export function bytesOf({ records }: EndedOperation): number {
  return records * BYTES_PER_RECORD;
}

export function isDiskLow(freeBytes: number | null): boolean {
  return freeBytes !== null && freeBytes < LOW_DISK_BYTES;
}
