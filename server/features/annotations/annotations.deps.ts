import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { WritableDb } from "../../storage/database.ts";

/** What the feature needs from operations. */
export type AnnotationsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /**
   * Row id of the operation with an id, if the caller can read it; for a merged operation, the one it was merged into.
   * The id of a suboperation resolves to its operation, unless only ids of operations are accepted.
   */
  readonly operationOf: (
    id: string,
    caller: Principal,
    which: "operations" | "operations_and_suboperations",
  ) => number | undefined;
};
