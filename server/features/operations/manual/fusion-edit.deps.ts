import type { Operation } from "../../../contracts/operations.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { OperationControlDeps } from "../control/control.deps.ts";
import type { OperationsDeps } from "../operations.deps.ts";

/** What splitting and merging by hand need; only where the station is served. */
export type FusionEditDeps = OperationControlDeps &
  Pick<OperationsDeps, "ids"> & {
    /** An operation as the caller sees it. */
    readonly findOperation: (id: string, caller: Principal) => Operation | undefined;
  };
