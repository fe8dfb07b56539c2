import type { Clock } from "../../../kernel/clock.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { mergeDeclared, mergeWarnings } from "../model/operation.model.ts";
import type { FusionMemory } from "./fusion-memory.ts";
import type { FusionState } from "./fusion-state.model.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import type { PendingWrites } from "./pending-writes.ts";
import { isSameDeclared } from "./suboperation-update.ts";
import type { ShareTransmitterWarning } from "./transmitter-warnings.ts";

/** Updates the declarations of another station's suboperation, with or without further records. */
export function createRedeclaration(deps: {
  readonly open: OpenSuboperations;
  readonly pendingWrites: PendingWrites;
  readonly memory: FusionMemory;
  readonly clock: Clock;
  readonly shareTransmitterWarning: ShareTransmitterWarning;
  /** Receives the suboperations whose operations have to be decided again. */
  readonly unfused: Set<SuboperationModel>;
}): FusionState["redeclare"] {
  const { open, pendingWrites, memory, clock, shareTransmitterWarning, unfused } = deps;
  return (suboperation, head, added) => {
    const declared = mergeDeclared(suboperation.declared, head.declared);
    const before = suboperation.warnings;
    const warnings = mergeWarnings(before, added);
    const isMoved = suboperation.transmitter !== head.transmitter;
    if (!isMoved && isSameDeclared(declared, suboperation.declared) && warnings === before) return;
    // The index finds it by its names, which change.
    open.remove(suboperation);
    suboperation.transmitter = head.transmitter;
    suboperation.declared = declared;
    suboperation.warnings = warnings;
    open.add(suboperation);
    shareTransmitterWarning(suboperation, before);
    pendingWrites.noteWhole(suboperation);
    unfused.add(suboperation);
    memory.touch(suboperation.operation, clock.now());
  };
}
