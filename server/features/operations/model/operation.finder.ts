import type { Principal } from "../../../kernel/principal.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import type { OperationAccessRules } from "./operation.access.ts";
import type { OperationModel, SuboperationModel } from "./operation.model.ts";
import type { createOperationLoader } from "./operation.loader.ts";

/** An operation as the caller may see it; `suboperation` is set where the id was that of a suboperation. */
export type FoundOperation = { readonly operation: OperationModel; readonly suboperation: SuboperationModel | null };

/** Finder of what an id stands for: an operation, or a suboperation of one. What may not be read is not there. */
export function createOperationFinder(
  db: ReadableDb,
  load: ReturnType<typeof createOperationLoader>,
  filterReadable: OperationAccessRules["filterReadable"],
): (id: string, caller: Principal) => FoundOperation | undefined {
  // An id that was merged away goes on working.
  const operationByUuid = db
    .prepare<[string], number>("SELECT coalesce(merged_into, id) FROM operation WHERE uuid = ?")
    .pluck();
  const suboperationByUuid = db.prepare<[string], { operation: number; id: number }>(
    "SELECT operation, id FROM suboperation WHERE uuid = ?",
  );
  const find = (operation: number, caller: Principal) =>
    filterReadable(load([operation]), { caller, isPublicExcluded: false })[0];

  return (id, caller) => {
    const global = operationByUuid.get(id);
    if (global !== undefined) {
      const operation = find(global, caller);
      return operation && { operation, suboperation: null };
    }
    const row = suboperationByUuid.get(id);
    const operation = row && find(row.operation, caller);
    const suboperation = operation?.suboperations.find((one) => one.id === row?.id);
    return operation && suboperation && { operation, suboperation };
  };
}
