import { type FailureOptions, RunFailure } from "../kernel/run-failure.ts";

export { errorMessageOf, systemErrorCode } from "../kernel/run-failure.ts";

/** Why an output cannot continue. */
export class OutputFailure extends RunFailure {
  override readonly name = "OutputFailure";
  /** The receiver refuses permanently: the output is switched off instead of being tried again. */
  readonly isFinal: boolean;

  constructor(sentence: string, { isFinal = false, ...options }: FailureOptions & { readonly isFinal?: boolean } = {}) {
    super(sentence, options);
    this.isFinal = isFinal;
  }
}
