import type { Clock } from "../../../kernel/clock.ts";
import type { Warning } from "../../../kernel/sighting.ts";
import type { Fix, SuboperationModel } from "../model/operation.model.ts";
import type { FusionMemory } from "./fusion-memory.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { SuboperationFixes } from "./suboperation-fixes.index.ts";

const TYPE = "serial_number_in_two_places";

/**
 * Warns of a serial number that was received at two places at the same time: one of the two is not the aircraft that it
 * declares to be.
 */
export type SerialNumberPlaces = {
  /** Compares a new position with those of others that declare the same serial number. Runs for every record. */
  readonly compare: (suboperation: SuboperationModel, fix: Fix) => void;
  /** Adds the warnings to both; call when it is decided which operations they belong to. */
  readonly warn: () => void;
};

type Places = { readonly other: SuboperationModel; readonly distanceM: number };

export function createSerialNumberPlaces(deps: {
  readonly open: OpenSuboperations;
  readonly fixes: SuboperationFixes;
  readonly pendingWrites: PendingWrites;
  readonly memory: FusionMemory;
  readonly clock: Clock;
  /** The suboperation that one has been merged into. */
  readonly current: (suboperation: SuboperationModel) => SuboperationModel;
}): SerialNumberPlaces {
  const { open, fixes, pendingWrites, memory, clock, current } = deps;
  /** The farthest place of each since the warnings were last added. */
  const found = new Map<SuboperationModel, Places>();

  function note(suboperation: SuboperationModel, other: SuboperationModel, distanceM: number): void {
    if (distanceM > (found.get(suboperation)?.distanceM ?? 0)) found.set(suboperation, { other, distanceM });
  }

  function putOn(suboperation: SuboperationModel, other: SuboperationModel, distanceM: number): void {
    const known = suboperation.warnings.find(({ type }) => type === TYPE);
    if (known !== undefined && (known.distanceM ?? 0) >= distanceM) return;
    const warning = toWarning(suboperation, other, distanceM);
    suboperation.warnings = [...suboperation.warnings.filter((one) => one !== known), warning];
    pendingWrites.noteWhole(suboperation);
    memory.touch(suboperation.operation, clock.now());
  }

  return {
    compare(suboperation, fix) {
      for (const other of open.listSharingSerial(suboperation, fix.timeMs)) {
        const distanceM = Math.round(fixes.impossibleDistanceM(other, fix));
        if (distanceM === 0) continue;
        note(suboperation, other, distanceM);
        note(other, suboperation, distanceM);
      }
    },
    warn() {
      for (const [one, { other, distanceM }] of found) {
        const [suboperation, counterpart] = [current(one), current(other)];
        if (open.has(suboperation) && suboperation !== counterpart) putOn(suboperation, counterpart, distanceM);
      }
      found.clear();
    },
  };
}

function toWarning(suboperation: SuboperationModel, other: SuboperationModel, distanceM: number): Warning {
  const isOtherNamed = other.operation !== suboperation.operation && !other.isPrivate;
  const apart = distanceM < 1000 ? `${distanceM} m` : `${(distanceM / 1000).toFixed(1)} km`;
  return {
    type: TYPE,
    msg: `The same serial number was received at two places at once, ${apart} apart.`,
    distanceM,
    ...(isOtherNamed && { operationId: other.operation.uuid }),
  };
}
