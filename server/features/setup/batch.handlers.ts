import type { setupBatchRoutes } from "../../contracts/setup-batch.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { SetupBatches } from "./batches.ts";

/** Handlers with which a client begins and ends batches of devices. */
export function createBatchHandlers(batches: SetupBatches): Handlers<typeof setupBatchRoutes> {
  return {
    listSetupBatches: () => ({ status: 200, body: [...batches.list()] }),

    async beginSetupBatch(call) {
      const outcome = await batches.begin(call.body, call);
      switch (outcome.kind) {
        case "begun":
          return { status: 200, body: outcome.batch };
        case "running":
          return failure(409, "wrong_state", "A batch is running; end that one first.");
        case "no_list":
          return failure(409, "wrong_state", "The serial ports of the station's computer cannot be listed now.");
        case "no_set":
          return failure(400, "validation_error", "flavor: there is no such variant, or it has no configuration set.");
        case "no_such_port":
          return failure(404, "no_such_port", `paths: the port ${outcome.path} is not there.`);
      }
    },

    async endSetupBatch({ params }) {
      const batch = await batches.end(params.id);
      return batch === undefined ? noBatch() : { status: 200, body: batch };
    },

    listSetupBatchDevices({ params }) {
      const batch = batches.find(params.id);
      return batch === undefined ? noBatch() : { status: 200, body: batch.devices };
    },
  };
}

const noBatch = () => failure(404, "not_found", "id: there is no such batch since the station was started.");
