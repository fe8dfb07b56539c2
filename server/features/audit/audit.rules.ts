import type { AuditEvent } from "../../kernel/audit.ts";

/** Kinds that come with every request: one entry an hour says as much as each of them would. */
const HOURLY_KINDS: readonly AuditEvent["kind"][] = ["token_used", "credential_refused", "too_many_attempts"];

/** What an event of such a kind is counted under; `undefined` where each event is kept. */
export function hourlyKeyOf({ kind, userId, address, detail }: AuditEvent): string | undefined {
  if (!HOURLY_KINDS.includes(kind)) return undefined;
  return JSON.stringify([kind, userId, kind === "token_used" ? detail?.["token_id"] : address]);
}
