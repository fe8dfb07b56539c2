import { computed, ref } from "vue";
import { useRoute } from "vue-router";
import { session } from "../../api/session.ts";
import type { SignInFailure } from "../../api/session.contract.ts";

/** Starting a sign-in with a button, and its outcome. */
export function useSignIn(isInNewWindow: boolean) {
  const route = useRoute();
  const failure = ref<SignInFailure>();
  const isBusy = ref(false);
  const isWaiting = computed(() => session.state.value.kind === "signing-in");

  async function signIn(): Promise<void> {
    isBusy.value = true;
    const answer = await session.signIn({ returnTo: route.fullPath, isInNewWindow });
    failure.value = answer.kind === "failed" ? answer.reason : undefined;
    // Stays busy while the browser loads the sign-in page.
    isBusy.value = answer.kind === "under-way" && !isInNewWindow && !isWaiting.value;
  }

  return { failure, isBusy, isWaiting, signIn };
}
