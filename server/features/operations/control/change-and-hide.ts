import type { OperationLookup } from "../model/operation.lookup.ts";
import type { ServedStation } from "../model/served-station.ts";

/** Makes a change that may take an operation away from some viewers, and hides it from those who watch it live. */
export type ChangeAndHide = (operation: number, operationId: string, change: () => void) => void;

export function createChangeAndHide(
  { live }: Pick<ServedStation, "live">,
  { load, access: { filterReadable } }: Pick<OperationLookup, "load" | "access">,
): ChangeAndHide {
  return (operation, operationId, change) => {
    const before = load([operation]);
    const viewers = live
      .listViewers()
      .filter((caller) => filterReadable(before, { caller, isPublicExcluded: false }).length > 0);
    change();
    live.accessChanged();
    const after = load([operation]);
    const lost = viewers.filter((caller) => filterReadable(after, { caller, isPublicExcluded: false }).length === 0);
    if (lost.length > 0) live.hide(operationId, lost);
  };
}
