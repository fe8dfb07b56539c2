import type { AuditKind } from "../contracts/audit.ts";

/** Something worth remembering about who was let in, who was not, and who changed what. Never holds a secret. */
export type AuditEvent = {
  readonly kind: AuditKind;
  /** The account it is about; `null` when there is none. */
  readonly userId: string | null;
  /** Who did it; `null` for a caller without an account, and for the command line. */
  readonly actorId: string | null;
  /** Where the caller's connection came from. */
  readonly address?: string | undefined;
  /** What else tells it apart: a token's id and name, a client's id. */
  readonly detail?: Readonly<Record<string, string>>;
};

export type RecordAudit = (event: AuditEvent) => void;
