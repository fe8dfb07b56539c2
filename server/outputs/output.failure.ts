import { RunFailure } from "../kernel/run-failure.ts";

export { errorMessageOf, systemErrorCode } from "../kernel/run-failure.ts";

/** Why an output cannot continue. */
export class OutputFailure extends RunFailure {
  override readonly name = "OutputFailure";
}
