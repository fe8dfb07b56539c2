import { computed, onScopeDispose, type Ref, shallowRef } from "vue";
import type { ApiResult, Failure } from "./station.client.ts";
import { useStationReturn } from "./station-return.use.ts";

export interface Loaded<T> {
  readonly value: Readonly<Ref<T | undefined>>;
  /** Why the latest request failed; the value before it stays. */
  readonly failure: Readonly<Ref<Failure | undefined>>;
  /**
   * Loads again and cancels an older request that is still open. Resolves when the latest request was answered, for
   * callers of an older request as well: `value` is then the result of the latest one.
   */
  load(): Promise<void>;
  /**
   * For what happens by itself again and again: loads again only if no request is open. Otherwise a refresh would
   * cancel every request that takes longer than its period, and nothing would ever be loaded.
   */
  refresh(): Promise<void>;
}

/** The result of a request, and its subject. */
interface Answered<T> {
  readonly subject: unknown;
  readonly content: T;
}

/**
 * A value that a page loads from the station. The last value stays while it is loaded again. A request may show a first
 * version before the value is complete. `subject` identifies it, for example the id in the address: when the subject
 * changes, value and failure of the former one are no longer shown, even before the new request is answered. What failed
 * because the station was out of reach is loaded again when it is back.
 */
export function useLoaded<T>(
  request: (signal: AbortSignal, showFirst: (first: T) => void) => Promise<ApiResult<T>>,
  subject: () => unknown = () => undefined,
): Loaded<T> {
  const loaded = shallowRef<Answered<T>>();
  const failed = shallowRef<Answered<Failure>>();
  let current: AbortController | undefined;
  let latest = Promise.resolve();

  function load(): Promise<void> {
    current?.abort();
    current = new AbortController();
    latest = answered(current);
    return latest;
  }

  function refresh(): Promise<void> {
    return current ? latest : load();
  }

  async function answered(controller: AbortController): Promise<void> {
    try {
      await take(controller);
    } finally {
      if (controller === current) current = undefined;
    }
    if (current) return latest;
  }

  async function take(controller: AbortController): Promise<void> {
    const asked = subject();
    const answer = await request(controller.signal, (first) => {
      if (!controller.signal.aborted) loaded.value = { subject: asked, content: first };
    });
    if (controller.signal.aborted || answer.kind === "cancelled") return;
    if (answer.kind === "ok") loaded.value = { subject: asked, content: answer.value };
    failed.value = answer.kind === "ok" ? undefined : { subject: asked, content: answer };
  }

  const contentOf = <C>(one: Answered<C> | undefined) => (one?.subject === subject() ? one?.content : undefined);

  onScopeDispose(() => current?.abort());
  useStationReturn(() => contentOf(failed.value)?.kind === "unreachable", load, refresh);
  return {
    value: computed(() => contentOf(loaded.value)),
    failure: computed(() => contentOf(failed.value)),
    load,
    refresh,
  };
}
