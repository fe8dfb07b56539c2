import { RunFailure } from "../kernel/run-failure.ts";

export { errorMessageOf, systemErrorCode } from "../kernel/run-failure.ts";

/** Why a source cannot continue. */
export class SourceFailure extends RunFailure {
  override readonly name = "SourceFailure";
}
