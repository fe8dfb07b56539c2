import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { WritableDb } from "../../storage/database.ts";

/** What the annotations need of operations. */
export type AnnotationsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /**
   * Number of the operation that an id stands for, if the caller may read it; one that was merged into another stands for
   * the other. The id of a suboperation stands for its operation, unless only those of operations count.
   */
  readonly operationOf: (
    id: string,
    caller: Principal,
    which: "operations" | "operations_and_suboperations",
  ) => number | undefined;
};
