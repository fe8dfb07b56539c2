import { shallowRef, type ShallowRef } from "vue";
import type { ApiResult, Failure } from "./station.client.ts";
import { onTick } from "../ui/clock.ts";

const REFRESH_EVERY_MS = 2_000;

export type FollowedList<T> = {
  /** The list as it was loaded last; `undefined` before the first answer. */
  readonly list: ShallowRef<readonly T[] | undefined>;
  /** The failure of the last request; `undefined` if it succeeded. */
  readonly failure: ShallowRef<Failure | undefined>;
  readonly refresh: () => Promise<void>;
  /** Loads the list every two seconds while the page is visible, until the returned function is called. */
  readonly follow: () => () => void;
  /** Requests a change, loads the list again and returns the answer. */
  readonly change: <R>(request: Promise<ApiResult<R>>) => Promise<ApiResult<R>>;
};

/** A list of the station whose state changes by itself. */
export function useFollowedList<T>(load: () => Promise<ApiResult<readonly T[]>>): FollowedList<T> {
  const list = shallowRef<readonly T[]>();
  const failure = shallowRef<Failure>();

  async function refresh(): Promise<void> {
    const answer = await load();
    if (answer.kind === "ok") list.value = answer.value;
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : answer;
  }

  function follow(): () => void {
    void refresh();
    return onTick(REFRESH_EVERY_MS, () => {
      if (document.visibilityState === "visible") void refresh();
    });
  }

  async function change<R>(request: Promise<ApiResult<R>>): Promise<ApiResult<R>> {
    const answer = await request;
    await refresh();
    return answer;
  }

  return { list, failure, refresh, follow, change };
}
