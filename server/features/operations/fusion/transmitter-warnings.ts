import type { Clock } from "../../../kernel/clock.ts";
import type { Warning } from "../../../kernel/sighting.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { mergeWarnings } from "../model/operation.model.ts";
import type { FusionMemory } from "./fusion-memory.ts";
import { compareIdentifiers, isWithinGap } from "./fusion.rules.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import type { PendingWrites } from "./pending-writes.ts";

const TYPE = "several_ids_on_one_transmitter";

/**
 * Adds the warning about a transmitter that changed its identifier to its earlier suboperations too, of which nothing
 * more may be received. Call with the warnings that a suboperation had before and has now.
 */
export type ShareTransmitterWarning = (suboperation: SuboperationModel, before: readonly Warning[]) => void;

export function createTransmitterWarnings(deps: {
  readonly open: OpenSuboperations;
  readonly pendingWrites: PendingWrites;
  readonly memory: FusionMemory;
  readonly clock: Clock;
}): ShareTransmitterWarning {
  const { open, pendingWrites, memory, clock } = deps;
  const warningIn = (warnings: readonly Warning[]) => warnings.find(({ type }) => type === TYPE);

  return (suboperation, before) => {
    if (suboperation.warnings === before || warningIn(before) !== undefined) return;
    const warning = warningIn(suboperation.warnings);
    if (warning === undefined) return;
    for (const other of open.listSharingTransmitter(suboperation)) {
      const agreement = compareIdentifiers(suboperation.declared.identifiers, other.declared.identifiers);
      if (agreement !== "contradicts" || !isWithinGap(suboperation, other)) continue;
      const warnings = mergeWarnings(other.warnings, [warning]);
      if (warnings === other.warnings) continue;
      other.warnings = warnings;
      pendingWrites.noteWhole(other);
      memory.touch(other.operation, clock.now());
    }
  };
}
