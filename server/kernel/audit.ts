import type { AuditKind } from "../contracts/audit.ts";

/** An event for the audit log: a sign-in, a refused credential or a change. Never contains a secret. */
export type AuditEvent = {
  readonly kind: AuditKind;
  /** The account concerned; `null` when there is none. */
  readonly userId: string | null;
  /** The account that did it; `null` for a caller without an account, and for the command line. */
  readonly actorId: string | null;
  /** Network address of the caller. */
  readonly address?: string | undefined;
  /** Further details, such as a token's id and name or a client's id. */
  readonly detail?: Readonly<Record<string, string>>;
};

export type RecordAudit = (event: AuditEvent) => void;
