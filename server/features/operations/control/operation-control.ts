import type { operationAccessRoutes } from "../../../contracts/operation-access.ts";
import type { Handlers } from "../../../kernel/handler.ts";
import { createOperationAccessRules } from "../model/operation.access.ts";
import type { OperationControlDeps } from "./control.deps.ts";
import { createOperationControlHandlers } from "./control.handlers.ts";
import { createOperationSoftDelete } from "./soft-delete.service.ts";
import { createOperationSharing } from "./sharing.service.ts";
import { createOperationLoader } from "../model/operation.loader.ts";
import { createChangeAndHide } from "./change-and-hide.ts";

/** Sharing and removing what was recorded: only where the station is served. */
export function createOperationControl(deps: OperationControlDeps): Handlers<typeof operationAccessRoutes> {
  const rules = createOperationAccessRules(deps.reader, deps);
  const changeAndHide = createChangeAndHide(deps, createOperationLoader(deps.reader), rules);
  return createOperationControlHandlers(
    createOperationSoftDelete(deps, rules, changeAndHide),
    createOperationSharing(deps, rules, changeAndHide),
    deps.recordAudit,
  );
}
