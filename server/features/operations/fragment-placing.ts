import type { LinkReason } from "../../contracts/operations.ts";
import { fitTimes, moveFragment } from "./flight-fusion.ts";
import type { OperationModel, SuboperationModel } from "./operations.model.ts";
import type { UnsavedLedger } from "./unsaved.ledger.ts";

/** Where a person puts a fragment, and whether it is to stay there. */
export type HandPlacing = {
  readonly fragment: SuboperationModel;
  readonly operation: OperationModel;
  readonly reason: LinkReason;
  readonly confidence: number;
  readonly isHeld: boolean;
};

/** Puts fragments where a person says, in memory; the returned function takes that back. */
export function createFragmentPlacing(deps: {
  readonly ledger: UnsavedLedger;
  readonly touch: (operation: OperationModel) => void;
  /** Told of an operation that is left without fragments. */
  readonly leave: (operation: OperationModel) => void;
  /** Told of fragments that the station has put beside those, and may put elsewhere. */
  readonly reconsider: (fragment: SuboperationModel) => void;
}): (placings: readonly HandPlacing[]) => () => void {
  const { ledger, touch, leave, reconsider } = deps;

  function put(placings: readonly HandPlacing[]): void {
    const touched = new Set(placings.flatMap(({ fragment, operation }) => [fragment.operation, operation]));
    for (const { fragment, operation, reason, confidence, isHeld } of placings) {
      if (fragment.operation !== operation) moveFragment(fragment, operation);
      fragment.linkReason = reason;
      fragment.linkConfidence = confidence;
      fragment.isHeld = isHeld;
      ledger.noteWhole(fragment);
    }
    const placed = new Set(placings.map(({ fragment }) => fragment));
    for (const operation of touched) {
      if (operation.suboperations.length === 0) {
        leave(operation);
        continue;
      }
      fitTimes(operation);
      touch(operation);
      for (const one of operation.suboperations) if (!placed.has(one) && !one.isHeld) reconsider(one);
    }
  }

  return (placings) => {
    const before = placings.map(({ fragment }) => ({
      fragment,
      operation: fragment.operation,
      reason: fragment.linkReason,
      confidence: fragment.linkConfidence,
      isHeld: fragment.isHeld,
    }));
    put(placings);
    return () => put(before);
  };
}
