import type { AuditEvent } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { WritableDb } from "../../storage/database.ts";

/** An entry as it was added to the chain; `timeMs` in Unix milliseconds. */
export type ChainedEntry = {
  readonly id: number;
  readonly timeMs: number;
  readonly kind: AuditEvent["kind"];
  readonly userId: string | null;
  readonly actorId: string | null;
  readonly address: string | null;
  readonly detail: Readonly<Record<string, string>>;
  readonly hash: Buffer;
};

export type AuditDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each entry that was stored, to send it elsewhere as well. */
  readonly onRecorded?: ((entry: ChainedEntry) => void) | undefined;
};
