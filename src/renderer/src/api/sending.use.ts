import { type Ref, ref } from "vue";
import { reasonOf } from "./reason.ts";
import type { Answer } from "./station.client.ts";

/** What a form sends. */
export interface Sending {
  readonly isBusy: Readonly<Ref<boolean>>;
  /** Why it did not work the last time, in words; may be said in better ones. */
  readonly failure: Ref<string | undefined>;
  /** Waits for the answer, and says what is wrong with it. */
  send<T>(asking: Promise<Answer<T>>): Promise<Answer<T>>;
}

/** `say`: the sentence for a reason. */
export function useSending(say: (reason: string) => string): Sending {
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
