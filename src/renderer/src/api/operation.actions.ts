import type { FusionResult } from "../../../../server/contracts/fusion.ts";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { notifyOperationChange } from "./operation-changes.ts";
import { type ApiResult, call, routes } from "./station.client.ts";

/** A person's actions on operations. Every page that shows operations is notified of the result. */

export async function setSeen(operation: Operation, isSeen: boolean): Promise<ApiResult<undefined>> {
  const route = isSeen ? routes.markOperationSeen : routes.unmarkOperationSeen;
  const answer = await call(route, { params: { operation_id: operation.id } });
  if (answer.kind === "ok") {
    notifyOperationChange({ updated: [{ ...operation, seen: isSeen }], isRebuilt: false, gone: [] });
  }
  return answer;
}

export async function deleteOperation(id: string): Promise<ApiResult<undefined>> {
  const answer = await call(routes.removeOperation, { params: { operation_id: id }, query: { globalize: true } });
  if (answer.kind === "ok") notifyOperationChange({ updated: [], isRebuilt: false, gone: [id] });
  return answer;
}

export async function restoreOperation(id: string): Promise<ApiResult<Operation>> {
  const answer = await call(routes.restoreOperation, { params: { operation_id: id } });
  if (answer.kind === "ok") notifyOperationChange({ updated: [answer.value], isRebuilt: true, gone: [] });
  return answer;
}

export async function splitOperation(id: string, parts: readonly string[]): Promise<ApiResult<FusionResult>> {
  const body = { suboperation_ids: [...parts] };
  return notifyFusionResult(await call(routes.splitOperation, { params: { operation_id: id }, body }));
}

/** Refused with 409 where the two contradict each other, unless `confirm` is true. */
export async function mergeOperations(id: string, other: string, confirm: boolean): Promise<ApiResult<FusionResult>> {
  const body = { with: [other], confirm };
  return notifyFusionResult(await call(routes.mergeOperations, { params: { operation_id: id }, body }));
}

export async function undoFusion(editId: string): Promise<ApiResult<FusionResult>> {
  return notifyFusionResult(await call(routes.undoFusionEdit, { params: { edit_id: editId } }));
}

function notifyFusionResult(answer: ApiResult<FusionResult>): ApiResult<FusionResult> {
  if (answer.kind === "ok") {
    const { edit, operations } = answer.value;
    const remaining = new Set(operations.map(({ id }) => id));
    const affectedIds = [...edit.operation_ids, ...edit.moves.map(({ from_operation_id }) => from_operation_id)];
    const gone = [...new Set(affectedIds)].filter((id) => !remaining.has(id));
    notifyOperationChange({ updated: operations, isRebuilt: true, gone });
  }
  return answer;
}
