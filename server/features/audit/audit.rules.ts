import type { AuditEvent } from "../../kernel/audit.ts";

/** Kinds that can occur with every request, so only one entry per hour is recorded. */
const HOURLY_KINDS: readonly AuditEvent["kind"][] = ["token_used", "credential_refused", "too_many_attempts"];

/** Key under which an event is recorded once per hour; `undefined` for kinds that are always recorded. */
export function hourlyKeyOf({ kind, userId, address, detail }: AuditEvent): string | undefined {
  if (!HOURLY_KINDS.includes(kind)) return undefined;
  return JSON.stringify([kind, userId, kind === "token_used" ? detail?.["token_id"] : address]);
}

/** Kinds that record something done with a file or a device, which a refused write cannot undo. */
const IRREVERSIBLE_KINDS: readonly AuditEvent["kind"][] = [
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
 * Whether an action is carried out although the recording refuses the entry of it. A change of the recording is refused
 * then, and so is an action that only adds an entry to the log.
 */
export function isAllowedUnrecorded({ kind }: AuditEvent): boolean {
  return HOURLY_KINDS.includes(kind) || IRREVERSIBLE_KINDS.includes(kind);
}
