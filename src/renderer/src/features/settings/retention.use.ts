import { onScopeDispose, type Ref, ref, shallowRef } from "vue";
import type { RetentionPolicy, RetentionState } from "../../../../../server/contracts/retention.ts";
import { reasonOf } from "../../api/reason.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";

const POLL_MS = 15_000;
const RUNNING_POLL_MS = 1_000;

export interface RetentionControl {
  readonly state: Readonly<Ref<RetentionState | undefined>>;
  /** Why the state could not be loaded, as a sentence. */
  readonly failure: Readonly<Ref<string | undefined>>;
  load(): Promise<void>;
  /** These three give the reason where they failed. */
  save(policy: RetentionPolicy): Promise<string | undefined>;
  purge(): Promise<string | undefined>;
  stop(): Promise<string | undefined>;
}

/** The policy, the disk and the purge, polled more often while a purge runs. */
export function useRetention(): RetentionControl {
  const state = shallowRef<RetentionState>();
  const failure = ref<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDisposed = false;

  async function load(): Promise<void> {
    clearTimeout(timer);
    const answer = await call(routes.getRetention);
    if (answer.kind === "ok") state.value = answer.value;
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : reasonOf(answer);
    if (isDisposed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void load(), state.value?.running ? RUNNING_POLL_MS : POLL_MS);
  }

  async function reloadAfter(answer: ApiResult<unknown>): Promise<string | undefined> {
    if (answer.kind !== "ok") return reasonOf(answer);
    await load();
    return undefined;
  }

  onScopeDispose(() => {
    isDisposed = true;
    clearTimeout(timer);
  });
  void load();
  return {
    state,
    failure,
    load,
    save: async (policy) => reloadAfter(await call(routes.setRetention, { body: policy })),
    purge: async () => reloadAfter(await call(routes.startPurge)),
    stop: async () => reloadAfter(await call(routes.cancelPurge)),
  };
}
