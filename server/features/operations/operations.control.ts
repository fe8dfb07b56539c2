import type { operationAccessRoutes } from "../../contracts/operation-access.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { createOperationAccessRules } from "./operations.access.ts";
import type { OperationControlDeps } from "./operations.control.deps.ts";
import { createOperationControlHandlers } from "./operations.control.handlers.ts";
import { createOperationRemoval } from "./operations.removal.ts";
import { createOperationSharing } from "./operations.sharing.ts";
import { createOperationLoader } from "./operations.store.ts";
import { createWithdrawal } from "./operations.withdrawal.ts";

/** Sharing and removing what was recorded: only where the station is served. */
export function createOperationControl(deps: OperationControlDeps): Handlers<typeof operationAccessRoutes> {
  const rules = createOperationAccessRules(deps.reader, deps);
  const withdrawing = createWithdrawal(deps, createOperationLoader(deps.reader), rules);
  return createOperationControlHandlers(
    createOperationRemoval(deps, rules, withdrawing),
    createOperationSharing(deps, rules, withdrawing),
    deps.recordAudit,
  );
}
