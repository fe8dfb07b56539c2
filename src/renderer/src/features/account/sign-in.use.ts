import { computed, ref } from "vue";
import { useRouter } from "vue-router";
import { session } from "../../api/session.ts";
import type { SignInFailure } from "../../api/session.contract.ts";

/** Starts a sign-in by a button, and shows its outcome. */
export function useSignIn(isInNewWindow: boolean) {
  const router = useRouter();
  const failure = ref<SignInFailure>();
  const isBusy = ref(false);
  const isWaiting = computed(() => session.state.value.kind === "signing-in");

  async function signIn(): Promise<void> {
    isBusy.value = true;
    // The address, not the route, which is "/" until the files of the first page have been loaded.
    const answer = await session.signIn({ returnTo: router.options.history.location, isInNewWindow });
    failure.value = answer.kind === "failed" ? answer.reason : undefined;
    // Stays busy while the browser loads the sign-in page.
    isBusy.value = answer.kind === "under-way" && !isInNewWindow && !isWaiting.value;
  }

  return { failure, isBusy, isWaiting, signIn };
}
