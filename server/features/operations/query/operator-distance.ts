import type { Operation } from "../../../contracts/operations.ts";
import { FAR_OPERATOR_M, farOperatorWarning } from "../fusion/place-warnings.rules.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { toWarning } from "../model/operation.wire.ts";
import type { OperationQueryDeps } from "./query.deps.ts";

type Shown = { readonly operation: Operation; readonly suboperations: readonly SuboperationModel[] };

/**
 * Replaces the distance of the warning about a far operator by that of the statistics. The fusion warns at once, from
 * what it has received so far of one suboperation; the statistics also include positions from other sensors and late
 * ones. Where they are outdated, the warning is unchanged.
 */
export async function withOperatorDistances(
  shown: readonly Shown[],
  findOperatorDistances: OperationQueryDeps["findOperatorDistances"],
): Promise<readonly Shown[]> {
  const distances = await findOperatorDistances(
    shown.map(({ operation, suboperations }) => ({
      suboperations: suboperations.map(({ id }) => id),
      isWarned: operation.warnings.some(isFarOperator),
    })),
    FAR_OPERATOR_M,
  );
  return shown.map((one, index) => {
    const distanceM = distances[index];
    return distanceM === undefined ? one : { ...one, operation: withDistance(one.operation, distanceM) };
  });
}

function withDistance(operation: Operation, distanceM: number | null): Operation {
  const isFar = distanceM !== null && distanceM > FAR_OPERATOR_M;
  const warning = isFar ? toWarning(farOperatorWarning(distanceM), operation.id) : undefined;
  const index = operation.warnings.findIndex(isFarOperator);
  if (index < 0)
    return warning === undefined ? operation : { ...operation, warnings: [...operation.warnings, warning] };
  const warnings = operation.warnings.toSpliced(index, 1, ...(warning === undefined ? [] : [warning]));
  return { ...operation, warnings };
}

function isFarOperator({ type }: Operation["warnings"][number]): boolean {
  return type === "operator_far_away";
}
