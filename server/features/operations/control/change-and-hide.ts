import type { OperationAccessRules } from "../model/operation.access.ts";
import type { OperationControlDeps } from "./control.deps.ts";
import type { createOperationLoader } from "../model/operation.loader.ts";

/** Makes a change after which some may see less of an operation, and tells those who had it before their eyes. */
export type ChangeAndHide = (operation: number, operationId: string, change: () => void) => void;

export function createChangeAndHide(
  { live }: Pick<OperationControlDeps, "live">,
  load: ReturnType<typeof createOperationLoader>,
  { filterReadable }: OperationAccessRules,
): ChangeAndHide {
  return (operation, operationId, change) => {
    const before = load([operation]);
    const watching = live
      .watchers()
      .filter((caller) => filterReadable(before, { caller, isPublicExcluded: false }).length > 0);
    change();
    live.accessChanged();
    const after = load([operation]);
    const lost = watching.filter((caller) => filterReadable(after, { caller, isPublicExcluded: false }).length === 0);
    if (lost.length > 0) live.hide(operationId, lost);
  };
}
