import type { operationAccessRoutes } from "../../contracts/operation-access.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { createOperationAccessRules } from "./operations.access.ts";
import type { OperationControlDeps } from "./operations.control.deps.ts";
import { createOperationControlHandlers } from "./operations.control.handlers.ts";
import { createOperationSoftDelete } from "./operations.soft-delete.ts";
import { createOperationSharing } from "./operations.sharing.ts";
import { createOperationLoader } from "./operations.store.ts";
import { createChangeAndHide } from "./operations.change-and-hide.ts";

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
