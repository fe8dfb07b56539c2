import { type Ref, ref } from "vue";
import { reasonOf } from "./reason.ts";
import type { ApiResult } from "./station.client.ts";

/** What a form sends. */
export interface Submission {
  readonly isBusy: Readonly<Ref<boolean>>;
  /** Why it did not work the last time, in words; may be said in better ones. */
  readonly failure: Ref<string | undefined>;
  /** Waits for the answer, and says what is wrong with it. */
  send<T>(asking: Promise<ApiResult<T>>): Promise<ApiResult<T>>;
}

/** `say`: the sentence for a reason. */
export function useSubmission(say: (reason: string) => string): Submission {
  const isBusy = ref(false);
  const failure = ref<string>();
  return {
    isBusy,
    failure,
    async send(asking) {
      isBusy.value = true;
      const answer = await asking;
      isBusy.value = false;
      failure.value = answer.kind === "ok" ? undefined : say(reasonOf(answer));
      return answer;
    },
  };
}
