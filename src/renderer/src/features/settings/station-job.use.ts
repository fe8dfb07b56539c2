import { onScopeDispose, type Ref, ref, shallowRef } from "vue";
import { reasonOf } from "../../api/reason.ts";
import type { ApiResult } from "../../api/station.client.ts";

const POLL_MS = 15_000;
const RUNNING_POLL_MS = 1_000;

export interface StationJob<T> {
  readonly state: Readonly<Ref<T | undefined>>;
  /** Why the state could not be loaded, as a sentence. */
  readonly failure: Readonly<Ref<string | undefined>>;
  load(): Promise<void>;
  /** Loads the state after a change; the reason where the change failed. */
  reloadAfter(change: Promise<ApiResult<unknown>>): Promise<string | undefined>;
}

/** A job of the station with its settings, polled more often while it runs. */
export function useStationJob<T>(
  request: () => Promise<ApiResult<T>>,
  isRunning: (state: T) => boolean,
): StationJob<T> {
  const state = shallowRef<T>();
  const failure = ref<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDisposed = false;

  async function load(): Promise<void> {
    clearTimeout(timer);
    const answer = await request();
    if (answer.kind === "ok") state.value = answer.value;
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : reasonOf(answer);
    if (isDisposed) return;
    clearTimeout(timer);
    const isBusy = state.value !== undefined && isRunning(state.value);
    timer = setTimeout(() => void load(), isBusy ? RUNNING_POLL_MS : POLL_MS);
  }

  async function reloadAfter(change: Promise<ApiResult<unknown>>): Promise<string | undefined> {
    const answer = await change;
    if (answer.kind !== "ok") return reasonOf(answer);
    await load();
    return undefined;
  }

  onScopeDispose(() => {
    isDisposed = true;
    clearTimeout(timer);
  });
  void load();
  return { state, failure, load, reloadAfter };
}
