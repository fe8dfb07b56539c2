import { onScopeDispose, type ShallowRef, shallowRef } from "vue";
import type { Failure } from "./account.store.ts";
import type { ApiResult } from "./station.client.ts";

export interface Loaded<T> {
  readonly value: Readonly<ShallowRef<T | undefined>>;
  /** Why the latest request failed; the value before it stays. */
  readonly failure: Readonly<ShallowRef<Failure | undefined>>;
  /**
   * Loads again; an older request that is still open is cancelled. Resolves when the latest request was answered, also
   * for who asked with an older one: `value` is then what was asked for last.
   */
  load(): Promise<void>;
}

/**
 * A value that a page loads from the station. The last one stays while it is loaded again. A request may show a first
 * version of it before it is complete.
 */
export function useLoaded<T>(
  request: (signal: AbortSignal, showFirst: (first: T) => void) => Promise<ApiResult<T>>,
): Loaded<T> {
  const value = shallowRef<T>();
  const failure = shallowRef<Failure>();
  let current: AbortController | undefined;
  let latest = Promise.resolve();

  function load(): Promise<void> {
    current?.abort();
    current = new AbortController();
    latest = answered(current);
    return latest;
  }

  async function answered(controller: AbortController): Promise<void> {
    const answer = await request(controller.signal, (first) => {
      if (!controller.signal.aborted) value.value = first;
    });
    if (controller !== current) return latest;
    if (controller.signal.aborted || answer.kind === "cancelled") return;
    if (answer.kind === "ok") value.value = answer.value;
    failure.value = answer.kind === "ok" ? undefined : answer;
  }

  onScopeDispose(() => current?.abort());
  return { value, failure, load };
}
