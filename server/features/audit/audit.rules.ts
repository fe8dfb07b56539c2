import type { AuditEvent } from "../../kernel/audit.ts";

/** Kinds that can occur with every request, so only one entry per hour is recorded. */
const HOURLY_KINDS: readonly AuditEvent["kind"][] = ["token_used", "credential_refused", "too_many_attempts"];

/** Key under which an event is recorded once per hour; `undefined` for kinds that are always recorded. */
export function hourlyKeyOf({ kind, userId, address, detail }: AuditEvent): string | undefined {
  if (!HOURLY_KINDS.includes(kind)) return undefined;
  return JSON.stringify([kind, userId, kind === "token_used" ? detail?.["token_id"] : address]);
}

/** Kinds that say what was done with a file or a device, which no refused write takes back. */
const DONE_KINDS: readonly AuditEvent["kind"][] = [
  "backup_made",
  "restore_started",
  "restore_cancelled",
  "restore_failed",
  "recording_restored",
  "purge_started",
  "purge_cancelled",
  "signing_key_rotated",
  "device_settings_written",
  "device_restarted",
  "device_protected",
];

/**
 * Whether what an event is about goes on where the recording takes no writes. A change of the recording is refused then,
 * and so is what only goes into the log.
 */
export function goesOnUnrecorded({ kind }: AuditEvent): boolean {
  return HOURLY_KINDS.includes(kind) || DONE_KINDS.includes(kind);
}
