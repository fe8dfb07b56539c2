import type { operationAccessRoutes } from "../../../contracts/operation-access.ts";
import type { Handlers } from "../../../kernel/handler.ts";
import { createChangeAndHide } from "./change-and-hide.ts";
import type { OperationControlDeps } from "./control.deps.ts";
import { createOperationControlHandlers } from "./control.handlers.ts";
import { createOperationSharing } from "./sharing.service.ts";
import { createOperationSoftDelete } from "./soft-delete.service.ts";

/** Sharing, deleting and restoring what was recorded: only where the station is served. */
export function createOperationControl(deps: OperationControlDeps): Handlers<typeof operationAccessRoutes> {
  const changeAndHide = createChangeAndHide(deps, deps.lookup);
  return createOperationControlHandlers(
    createOperationSoftDelete(deps, changeAndHide),
    createOperationSharing(deps, changeAndHide),
    deps.recordAudit,
  );
}
