import { onScopeDispose, type ShallowRef, shallowRef } from "vue";
import type { Failure } from "./account.store.ts";
import type { ApiResult } from "./station.client.ts";

export interface Loaded<T> {
  readonly value: Readonly<ShallowRef<T | undefined>>;
  /** Why the latest question was not answered; what was there before stays. */
  readonly failure: Readonly<ShallowRef<Failure | undefined>>;
  /** Asks again; an older question that is still open is given up. */
  load(): Promise<void>;
}

/** What a page has asked the station for. The last answer stays while it is asked for again. */
export function useLoaded<T>(ask: (signal: AbortSignal) => Promise<ApiResult<T>>): Loaded<T> {
  const value = shallowRef<T>();
  const failure = shallowRef<Failure>();
  let asking: AbortController | undefined;

  async function load(): Promise<void> {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    const answer = await ask(mine.signal);
    if (mine.signal.aborted || answer.kind === "cancelled") return;
    if (answer.kind === "ok") value.value = answer.value;
    failure.value = answer.kind === "ok" ? undefined : answer;
  }

  onScopeDispose(() => asking?.abort());
  return { value, failure, load };
}
