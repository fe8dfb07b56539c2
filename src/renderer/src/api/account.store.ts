import { defineStore } from "pinia";
import { ref, shallowRef, watch } from "vue";
import type { z } from "zod";
import type { Preference, PreferenceUpdate, User, UserUpdate } from "../../../../server/contracts/users.ts";
import { forgetTypedSettings, notePerson } from "./kept-typing.ts";
import { session } from "./session.ts";
import { type ApiResult, call, type Failure, routes } from "./station.client.ts";
import { useStationReturn } from "./station-return.use.ts";

/** The account of the person who is signed in, or who was until a moment ago and may sign in again on this page. */
export const useAccount = defineStore("account", () => {
  const user = shallowRef<User>();
  const failure = shallowRef<Failure>();
  /** True once somebody could use this page: a sign-in page must not discard what is on it. */
  const hadAccess = ref(false);

  watch(
    session.state,
    ({ kind }) => {
      if (kind === "signed-in" || kind === "local") hadAccess.value = true;
      if (kind === "signed-in") void load();
      else if (kind === "local") {
        user.value = undefined;
        notePerson(undefined);
      }
    },
    { immediate: true },
  );

  async function load(): Promise<void> {
    const answer = await call(routes.getCurrentUser);
    // Another person has signed in: a reload removes what the pages still show of the former one.
    if (answer.kind === "ok" && notePerson(answer.value.id)) location.reload();
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

  /** Removes everything about the person, so that the next one to sign in sees none of it. */
  function clearAccount(): void {
    hadAccess.value = false;
    user.value = undefined;
    forgetTypedSettings();
    notePerson(undefined);
  }

  useStationReturn(() => session.state.value.kind === "signed-in" && failure.value?.kind === "unreachable", load);
  return { state: session.state, user, failure, hadAccess, load, update, prefer, deactivate, clearAccount };
});
