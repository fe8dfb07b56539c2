import type { setupRoutes } from "../../contracts/setup.routes.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { SetupDeps } from "./setup.deps.ts";
import { createSetupHandlers } from "./setup.handlers.ts";

export type { IdentifiedDevice, PairOutcome, SetupDeps } from "./setup.deps.ts";
export { createSnapshotStore, type SnapshotStore } from "./snapshots.ts";

/** Set-up of devices over USB: what is asked of the sessions, the snapshots, and the registration of devices. */
export function createSetup(deps: SetupDeps): { readonly handlers: Handlers<typeof setupRoutes> } {
  return { handlers: createSetupHandlers(deps) };
}
