import { type Ref, ref } from "vue";
import { reasonOf } from "./reason.ts";
import type { ApiResult } from "./station.client.ts";

/** The state of a form's submission. */
export interface Submission {
  readonly isBusy: Readonly<Ref<boolean>>;
  /** Why it failed the last time, as a sentence; a form may replace it with a better one. */
  readonly failure: Ref<string | undefined>;
  /** Waits for the reply, and sets `failure` where it is not ok. */
  send<T>(request: Promise<ApiResult<T>>): Promise<ApiResult<T>>;
}

/** `toSentence` converts a reason to the sentence in `failure`. */
export function useSubmission(toSentence: (reason: string) => string): Submission {
  const isBusy = ref(false);
  const failure = ref<string>();
  return {
    isBusy,
    failure,
    async send(request) {
      isBusy.value = true;
      const answer = await request;
      isBusy.value = false;
      failure.value = answer.kind === "ok" ? undefined : toSentence(reasonOf(answer));
      return answer;
    },
  };
}
