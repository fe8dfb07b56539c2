import type { RecordAudit } from "../../../kernel/audit.ts";
import type { Principal } from "../../../kernel/principal.ts";

/** An account in the form that is shown to those who share an operation. */
export type Person = { readonly id: string; readonly name: string | null; readonly email: string };

/** The parts that exist only where the station is served: accounts, the live stream and the audit log. */
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
    /** Every caller that receives the live stream, each once. */
    readonly listViewers: () => readonly Principal[];
    /** Call when access rights have changed. */
    readonly accessChanged: () => void;
    /** Hides an operation from some of them. */
    readonly hide: (operationId: string, from: readonly Principal[]) => void;
  };
};
