import type { FusionResult } from "../../../../server/contracts/fusion.ts";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { tellOperationChange } from "./operation-changes.ts";
import { type Answer, call, routes } from "./station.client.ts";

/** What a person does to a flight. Whoever shows flights is told of what came of it. */

export async function setSeen(operation: Operation, isSeen: boolean): Promise<Answer<undefined>> {
  const route = isSeen ? routes.markOperationSeen : routes.unmarkOperationSeen;
  const answer = await call(route, { params: { operation_id: operation.id } });
  if (answer.kind === "ok") {
    tellOperationChange({ updated: [{ ...operation, seen: isSeen }], isRebuilt: false, gone: [] });
  }
  return answer;
}

export async function removeOperation(id: string): Promise<Answer<undefined>> {
  const answer = await call(routes.removeOperation, { params: { operation_id: id }, query: { globalize: true } });
  if (answer.kind === "ok") tellOperationChange({ updated: [], isRebuilt: false, gone: [id] });
  return answer;
}

export async function restoreOperation(id: string): Promise<Answer<Operation>> {
  const answer = await call(routes.restoreOperation, { params: { operation_id: id } });
  if (answer.kind === "ok") tellOperationChange({ updated: [answer.value], isRebuilt: true, gone: [] });
  return answer;
}

export async function splitOperation(id: string, parts: readonly string[]): Promise<Answer<FusionResult>> {
  const body = { suboperation_ids: [...parts] };
  return told(await call(routes.splitOperation, { params: { operation_id: id }, body }));
}

export async function mergeOperations(id: string, other: string): Promise<Answer<FusionResult>> {
  return told(await call(routes.mergeOperations, { params: { operation_id: id }, body: { with: [other] } }));
}

export async function undoFusion(editId: string): Promise<Answer<FusionResult>> {
  return told(await call(routes.undoFusionEdit, { params: { edit_id: editId } }));
}

function told(answer: Answer<FusionResult>): Answer<FusionResult> {
  if (answer.kind === "ok") {
    const { edit, operations } = answer.value;
    const remaining = new Set(operations.map(({ id }) => id));
    const concerned = [...edit.operation_ids, ...edit.moves.map(({ from_operation_id }) => from_operation_id)];
    const gone = [...new Set(concerned)].filter((id) => !remaining.has(id));
    tellOperationChange({ updated: operations, isRebuilt: true, gone });
  }
  return answer;
}
