import type { OutputSettings } from "../../contracts/outputs.ts";
import { OutputFailure } from "../../outputs/output.failure.ts";
import type { RunOutput } from "../../outputs/output.ts";
import { takOutput } from "../../outputs/tak.output.ts";

/** Creates the run of an output according to its kind. */
export function createOutputRun(settings: OutputSettings): RunOutput {
  switch (settings.kind) {
    case "tak":
      return takOutput(settings);
    case "mqtt":
    case "mavlink":
    case "webhook":
      throw new OutputFailure("This kind of output cannot be run yet.", { isLasting: true });
  }
}
