import type { Principal } from "../../../kernel/principal.ts";
import type { ReadableDb } from "../../../storage/database.ts";
import type { OperationAccessRules } from "./operation.access.ts";
import type { OperationModel, SuboperationModel } from "./operation.model.ts";
import { createOperationNumbers, type LoadOperations } from "./operation.store.ts";

/** An operation as the caller may see it; `suboperation` is set where the id was that of a suboperation. */
export type FoundOperation = { readonly operation: OperationModel; readonly suboperation: SuboperationModel | null };

/** Finds an operation, or a suboperation, by its id, if the caller may read it. */
export type FindOperation = (id: string, caller: Principal) => FoundOperation | undefined;

export function createOperationFinder(
  db: ReadableDb,
  load: LoadOperations,
  { filterReadable }: OperationAccessRules,
): FindOperation {
  const numbers = createOperationNumbers(db);
  const findReadable = (operation: number, caller: Principal) =>
    filterReadable(load([operation]), { caller, isPublicExcluded: false })[0];

  return (id, caller) => {
    const operationNumber = numbers.findOperation(id);
    if (operationNumber !== undefined) {
      const operation = findReadable(operationNumber, caller);
      return operation && { operation, suboperation: null };
    }
    const row = numbers.findSuboperation(id);
    const operation = row && findReadable(row.operation, caller);
    const suboperation = operation?.suboperations.find((one) => one.id === row?.id);
    return operation && suboperation && { operation, suboperation };
  };
}
