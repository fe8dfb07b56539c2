import type { Store } from "../../storage/database.ts";
import type { OutputsDeps } from "./outputs.deps.ts";
import { createOutputsHandlers, type OutputsHandlers } from "./outputs.handlers.ts";
import { createOutputsService } from "./outputs.service.ts";
import { createOutputsStore } from "./outputs.store.ts";

export { createUndeliveredEvents, type UndeliveredEvents } from "./undelivered-events.ts";
export type { OutputsDeps, RunnableOutput } from "./outputs.deps.ts";

/** The systems that the station sends to: their settings and state. */
export type OutputsFeature = {
  readonly handlers: OutputsHandlers;
  /** Starts every enabled output; called once when the station starts. */
  readonly startEnabled: () => void;
  /** Switches off an output that has ended by itself. */
  readonly switchOff: (id: string) => void;
};

export function createOutputs({ reader, writer }: Pick<Store, "reader" | "writer">, deps: OutputsDeps): OutputsFeature {
  const service = createOutputsService(createOutputsStore(reader, writer, deps.sealing), deps);
  return { handlers: createOutputsHandlers(service), startEnabled: service.startEnabled, switchOff: service.switchOff };
}
