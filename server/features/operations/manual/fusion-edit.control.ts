import type { fusionRoutes } from "../../../contracts/fusion.ts";
import type { Handlers } from "../../../kernel/handler.ts";
import type { FusionEditDeps } from "./fusion-edit.deps.ts";
import { createFusionHandlers } from "./fusion-edit.handlers.ts";
import { createFusionEdits } from "./fusion-edit.service.ts";

/** Splitting and merging by hand: only where the station is served. */
export function createFusionControl(deps: FusionEditDeps): Handlers<typeof fusionRoutes> {
  return createFusionHandlers(createFusionEdits(deps), deps.recordAudit);
}
