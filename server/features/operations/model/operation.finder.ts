import type { Principal } from "../../../kernel/principal.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import type { OperationAccessRules } from "./operation.access.ts";
import type { LoadOperations } from "./operation.loader.ts";
import type { OperationModel, SuboperationModel } from "./operation.model.ts";

/** An operation as the caller may see it; `suboperation` is set where the id was that of a suboperation. */
export type FoundOperation = { readonly operation: OperationModel; readonly suboperation: SuboperationModel | null };

/** Finds an operation, or a suboperation, by its id, if the caller may read it. */
export type FindOperation = (id: string, caller: Principal) => FoundOperation | undefined;

export function createOperationFinder(
  db: ReadableDb,
  load: LoadOperations,
  { filterReadable }: OperationAccessRules,
): FindOperation {
  // The id of an operation that was merged into another stays valid.
  const operationByUuid = db
    .prepare<[string], number>("SELECT coalesce(merged_into, id) FROM operation WHERE uuid = ?")
    .pluck();
  const suboperationByUuid = db.prepare<[string], { operation: number; id: number }>(
    "SELECT operation, id FROM suboperation WHERE uuid = ?",
  );
  const findReadable = (operation: number, caller: Principal) =>
    filterReadable(load([operation]), { caller, isPublicExcluded: false })[0];

  return (id, caller) => {
    const operationNumber = operationByUuid.get(id);
    if (operationNumber !== undefined) {
      const operation = findReadable(operationNumber, caller);
      return operation && { operation, suboperation: null };
    }
    const row = suboperationByUuid.get(id);
    const operation = row && findReadable(row.operation, caller);
    const suboperation = operation?.suboperations.find((one) => one.id === row?.id);
    return operation && suboperation && { operation, suboperation };
  };
}
