import type { BackupSettings } from "../../contracts/backups.ts";
import { HOUR_MS, isoFromMs } from "../../kernel/clock.ts";

/** A new station makes none: only a person knows where they should be stored, and whether there is room. */
export const DEFAULT_SETTINGS: BackupSettings = { every_hours: null, kept: 7, folder: null };

/** An attempt that failed is repeated after this long, but not later than it would be due anyway. */
const RETRY_MS = HOUR_MS;

/**
 * When the next backup is due, Unix milliseconds; null for none. Either time is null where there was none. A time in
 * the future comes from a clock that was wrong, and is ignored.
 */
export function nextDueMs(
  { every_hours: hours }: BackupSettings,
  last: { readonly madeMs: number | null; readonly failedMs: number | null },
  nowMs: number,
): number | null {
  if (hours === null) return null;
  const madeMs = pastOnly(last.madeMs, nowMs);
  const failedMs = pastOnly(last.failedMs, nowMs);
  const dueMs = madeMs === null ? 0 : madeMs + hours * HOUR_MS;
  return failedMs === null || failedMs < (madeMs ?? 0) ? dueMs : Math.max(dueMs, failedMs + RETRY_MS);
}

const pastOnly = (timeMs: number | null, nowMs: number) => (timeMs !== null && timeMs > nowMs ? null : timeMs);

/** Names sort by time and are valid on every file system; `nth` counts those of one second. */
export function backupName(nowMs: number, isEncrypted: boolean, nth = 1): string {
  const time = isoFromMs(nowMs).slice(0, 19).replaceAll(":", "-");
  const name = `fieldstation-${time}${nth === 1 ? "" : `-${nth}`}.sqlite`;
  return isEncrypted ? `${name}.age` : name;
}
