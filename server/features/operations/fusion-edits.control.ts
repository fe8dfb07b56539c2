import type { fusionRoutes } from "../../contracts/fusion.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { FusionEditDeps } from "./fusion-edits.deps.ts";
import { createFusionHandlers } from "./fusion-edits.handlers.ts";
import { createFusionEdits } from "./fusion-edits.service.ts";

/** Splitting and merging by hand: only where the station is served. */
export function createFusionControl(deps: FusionEditDeps): Handlers<typeof fusionRoutes> {
  return createFusionHandlers(createFusionEdits(deps), deps.recordAudit);
}
