import type { AuditEvent } from "../../kernel/audit.ts";

/** Kinds that can occur with every request, so only one entry per hour is recorded. */
const HOURLY_KINDS: readonly AuditEvent["kind"][] = ["token_used", "credential_refused", "too_many_attempts"];

/** Key under which an event is recorded once per hour; `undefined` for kinds that are always recorded. */
export function hourlyKeyOf({ kind, userId, address, detail }: AuditEvent): string | undefined {
  if (!HOURLY_KINDS.includes(kind)) return undefined;
  return JSON.stringify([kind, userId, kind === "token_used" ? detail?.["token_id"] : address]);
}
