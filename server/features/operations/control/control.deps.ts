import type { RecordAudit } from "../../../kernel/audit.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { FusionState } from "../fusion/fusion-state.model.ts";
import type { OperationsDeps } from "../operations.deps.ts";

/** An account as those who share see it. */
export type Person = { readonly id: string; readonly name: string | null; readonly email: string };

/** What removing and sharing need beside; only where the station is served. */
export type OperationControlDeps = Pick<
  OperationsDeps,
  "reader" | "writer" | "clock" | "accessOf" | "explicitAccess"
> & {
  readonly fusionState: FusionState;
  /** Resolves when everything heard so far is on disk. */
  readonly committed: () => Promise<void>;
  /** Accounts that were not deactivated. */
  readonly people: {
    readonly find: (id: string) => Person | undefined;
    readonly findByEmail: (email: string) => Person | undefined;
  };
  readonly recordAudit: RecordAudit;
  readonly live: {
    /** Who follows the live stream, each once. */
    readonly watchers: () => readonly Principal[];
    /** Who may see what has changed. */
    readonly accessChanged: () => void;
    /** Tells some of them that an operation is not there for them any more. */
    readonly hide: (operationId: string, from: readonly Principal[]) => void;
  };
};
