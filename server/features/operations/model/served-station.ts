import type { RecordAudit } from "../../../kernel/audit.ts";
import type { Principal } from "../../../kernel/principal.ts";

/** An account as those who share an operation see it. */
export type Person = { readonly id: string; readonly name: string | null; readonly email: string };

/** What exists only where the station is served: accounts, the live stream and the audit log. */
export type ServedStation = {
  /** Resolves when everything received so far is on disk. */
  readonly committed: () => Promise<void>;
  /** Accounts that were not deactivated. */
  readonly people: {
    readonly find: (id: string) => Person | undefined;
    readonly findByEmail: (email: string) => Person | undefined;
  };
  readonly recordAudit: RecordAudit;
  readonly live: {
    /** Everybody who follows the live stream, each once. */
    readonly watchers: () => readonly Principal[];
    /** To be called when the answer to "who may read what" has changed. */
    readonly accessChanged: () => void;
    /** Takes an operation off the screens of some of them. */
    readonly hide: (operationId: string, from: readonly Principal[]) => void;
  };
};
