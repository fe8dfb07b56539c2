import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { SuboperationFixes } from "./suboperation-fixes.index.ts";

/** Why operations contradict being one aircraft. */
export type Contradiction =
  /** They were in the air at once with different serial numbers. */
  | { readonly kind: "serial_numbers"; readonly serials: readonly [string, string] }
  /** They were at places that exclude each other. */
  | { readonly kind: "places"; readonly distanceM: number };

/** The first reason why operations contradict being one aircraft; `undefined` where there is none. */
export function findContradiction(
  operations: readonly OperationModel[],
  { impossiblyApartM }: Pick<SuboperationFixes, "impossiblyApartM">,
): Contradiction | undefined {
  const pairs = operations.flatMap((one, index) =>
    operations
      .slice(index + 1)
      .flatMap((other) => one.suboperations.flatMap((a) => other.suboperations.map((b) => [a, b] as const))),
  );
  for (const [a, b] of pairs) {
    const serials = contradictingSerials(a, b);
    if (serials !== undefined) return { kind: "serial_numbers", serials };
  }
  for (const [a, b] of pairs) {
    const distanceM = impossiblyApartM(a, b);
    if (distanceM > 0) return { kind: "places", distanceM };
  }
  return undefined;
}

function contradictingSerials(a: SuboperationModel, b: SuboperationModel): readonly [string, string] | undefined {
  if (a.firstMs > b.lastMs || b.firstMs > a.lastMs) return undefined;
  const [one, other] = [serialsOf(a), serialsOf(b)];
  if (one[0] === undefined || other[0] === undefined || one.some((serial) => other.includes(serial))) return undefined;
  return [one[0], other[0]];
}

function serialsOf({ declared }: SuboperationModel): readonly string[] {
  return declared.identifiers.flatMap(({ type, value }) => (type === "serial_number" ? [value] : []));
}
