import { computed, ref } from "vue";
import { useRoute } from "vue-router";
import { session } from "../../api/session.ts";
import type { SignInFailure } from "../../api/session.contract.ts";

/** The button that begins a sign-in, and what became of it. */
export function useSignIn(isInNewWindow: boolean) {
  const route = useRoute();
  const failure = ref<SignInFailure>();
  const isBusy = ref(false);
  const isWaiting = computed(() => session.state.value.kind === "signing-in");

  async function signIn(): Promise<void> {
    isBusy.value = true;
    const answer = await session.signIn({ returnTo: route.fullPath, isInNewWindow });
    failure.value = answer.kind === "failed" ? answer.reason : undefined;
    // On its way to another page this one stays busy until it is gone.
    isBusy.value = answer.kind === "under-way" && !isInNewWindow && !isWaiting.value;
  }

  return { failure, isBusy, isWaiting, signIn };
}
