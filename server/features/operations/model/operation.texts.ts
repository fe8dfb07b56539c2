import type { Operation } from "../../../contracts/operations.ts";
import { cacheJson } from "../../../kernel/cached-json.ts";
import type { OperationModel, SuboperationModel } from "./operation.model.ts";
import { statusOfOperation, toOperation, toOperationOfSuboperation } from "./operation.wire.ts";

type Model = OperationModel | SuboperationModel;

/**
 * Converts operations as `operation.wire.ts` does, once for as long as the result is the same, together with its JSON
 * text.
 */
export type OperationTexts = {
  readonly toOperation: typeof toOperation;
  readonly toOperationOfSuboperation: typeof toOperationOfSuboperation;
};

/** For models that were read for responses: nothing changes them. */
export function createOperationTexts(): OperationTexts {
  const shown = new WeakMap<Model, Operation>();

  function keep<M extends Model>(
    make: (model: M, nowMs: number, isSeen: boolean) => Operation,
    suboperationsOf: (model: M) => SuboperationModel[],
  ) {
    return (model: M, nowMs: number, isSeen: boolean): Operation => {
      const suboperations = suboperationsOf(model);
      const known = shown.get(model);
      const isSame =
        known?.seen === isSeen && known.status === statusOfOperation({ lastMs: model.lastMs, suboperations }, nowMs);
      if (known !== undefined && isSame) return known;
      const operation = cacheJson(make(model, nowMs, isSeen));
      shown.set(model, operation);
      return operation;
    };
  }

  return {
    toOperation: keep(toOperation, ({ suboperations }) => suboperations),
    toOperationOfSuboperation: keep(toOperationOfSuboperation, (model) => [model]),
  };
}
