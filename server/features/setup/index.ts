import type { setupBatchRoutes } from "../../contracts/setup-batch.ts";
import type { setupDeviceRoutes } from "../../contracts/setup-devices.ts";
import type { setupRoutes } from "../../contracts/setup.routes.ts";
import type { SetupSession } from "../../contracts/setup.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { createBatchHandlers } from "./batch.handlers.ts";
import { createSetupBatches } from "./batches.ts";
import type { SetupDeps } from "./setup.deps.ts";
import { createSetupDeviceHandlers } from "./setup-devices.handlers.ts";
import { createRecordStep, createSetupHandlers } from "./setup.handlers.ts";

export { batchDeviceOf, batchEndOf, createPortWatch, planObstacle } from "./batch.rules.ts";
export type { IdentifiedDevice, PairOutcome, SetupDeps } from "./setup.deps.ts";
export { createSnapshotStore, type SnapshotStore } from "./snapshots.ts";

export type SetupFeature = {
  readonly handlers: Handlers<typeof setupRoutes> &
    Handlers<typeof setupBatchRoutes> &
    Handlers<typeof setupDeviceRoutes>;
  /** Call with every change of a session. */
  readonly follow: (session: SetupSession) => void;
  readonly isBatchRunning: () => boolean;
  /** Ends running batches; the sessions end themselves. */
  readonly close: () => Promise<void>;
};

/**
 * Set-up of devices over USB: the requests to sessions, the batches, the snapshots, and the pairing of devices.
 */
export function createSetup(deps: SetupDeps): SetupFeature {
  const recordStep = createRecordStep(deps);
  const batches = createSetupBatches({ ...deps, recordStep });
  return {
    handlers: {
      ...createSetupHandlers(deps, recordStep),
      ...createBatchHandlers(batches),
      ...createSetupDeviceHandlers(deps),
    },
    follow: batches.follow,
    isBatchRunning: batches.isRunning,
    close: batches.close,
  };
}
