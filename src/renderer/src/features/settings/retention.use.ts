import { onScopeDispose, type Ref, ref, shallowRef } from "vue";
import type { RetentionPolicy, RetentionState } from "../../../../../server/contracts/retention.ts";
import { reasonOf } from "../../api/reason.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";

const AGAIN_MS = 15_000;
const RUNNING_POLL_MS = 1_000;

export interface ShownRetention {
  readonly state: Readonly<Ref<RetentionState | undefined>>;
  /** Why the state could not be loaded, in words. */
  readonly failure: Readonly<Ref<string | undefined>>;
  load(): Promise<void>;
  /** These three say why it did not work. */
  save(policy: RetentionPolicy): Promise<string | undefined>;
  purge(): Promise<string | undefined>;
  stop(): Promise<string | undefined>;
}

/** The policy, the disk and the purge, followed closely while it runs. */
export function useRetention(): ShownRetention {
  const state = shallowRef<RetentionState>();
  const failure = ref<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;

  async function load(): Promise<void> {
    clearTimeout(timer);
    const answer = await call(routes.getRetention);
    if (answer.kind === "ok") state.value = answer.value;
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : reasonOf(answer);
    if (isLeft) return;
    clearTimeout(timer);
    timer = setTimeout(() => void load(), state.value?.running ? RUNNING_POLL_MS : AGAIN_MS);
  }

  async function done(answer: ApiResult<unknown>): Promise<string | undefined> {
    if (answer.kind !== "ok") return reasonOf(answer);
    await load();
    return undefined;
  }

  onScopeDispose(() => {
    isLeft = true;
    clearTimeout(timer);
  });
  void load();
  return {
    state,
    failure,
    load,
    save: async (policy) => done(await call(routes.setRetention, { body: policy })),
    purge: async () => done(await call(routes.startPurge)),
    stop: async () => done(await call(routes.cancelPurge)),
  };
}
