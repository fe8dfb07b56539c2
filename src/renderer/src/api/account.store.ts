import { defineStore } from "pinia";
import { ref, shallowRef, watch } from "vue";
import type { z } from "zod";
import type { Preference, PreferenceUpdate, User, UserUpdate } from "../../../../server/contracts/users.ts";
import { session } from "./session.ts";
import { type ApiResult, call, routes } from "./station.client.ts";

export type Failure = Exclude<ApiResult<never>, { kind: "ok" | "cancelled" }>;

/** The account of whoever is signed in, or was until a moment ago and may come back to this page. */
export const useAccount = defineStore("account", () => {
  const user = shallowRef<User>();
  const failure = shallowRef<Failure>();
  /** True once somebody could use this page: what is on it may not be thrown away by a sign-in page. */
  const wasIn = ref(false);

  watch(
    session.state,
    ({ kind }) => {
      if (kind === "signed-in" || kind === "local") wasIn.value = true;
      if (kind === "signed-in") void load();
      else if (kind === "local") user.value = undefined;
    },
    { immediate: true },
  );

  async function load(): Promise<void> {
    const before = user.value?.id;
    const answer = await call(routes.getCurrentUser);
    // What the one before has left on the pages is not for the next.
    if (answer.kind === "ok" && before !== undefined && before !== answer.value.id) location.reload();
    else if (answer.kind === "ok") user.value = answer.value;
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : answer;
  }

  async function update(changes: z.input<typeof UserUpdate>): Promise<ApiResult<User>> {
    const answer = await call(routes.updateUser, { params: { id: user.value?.id ?? "" }, body: changes });
    if (answer.kind === "ok") user.value = answer.value;
    return answer;
  }

  async function prefer(preference: z.input<typeof PreferenceUpdate>): Promise<ApiResult<readonly Preference[]>> {
    const known = user.value;
    const answer = await call(routes.updateUserPreferences, { params: { id: known?.id ?? "" }, body: preference });
    if (answer.kind === "ok" && known) {
      user.value = { ...known, preferences: Object.fromEntries(answer.value.map((one) => [one.property, one.value])) };
    }
    return answer;
  }

  function deactivate(): Promise<ApiResult<undefined>> {
    return call(routes.deactivateUser, { params: { id: user.value?.id ?? "" } });
  }

  /** The page begins anew: another person may sign in, and finds nothing of the one before. */
  function clearAccount(): void {
    wasIn.value = false;
    user.value = undefined;
  }

  return { state: session.state, user, failure, wasIn, load, update, prefer, deactivate, clearAccount };
});
