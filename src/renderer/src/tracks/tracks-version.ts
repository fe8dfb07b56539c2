import { onScopeDispose, type Ref, shallowRef, watch } from "vue";
import { onOperationChange } from "../api/operation-changes.ts";
import type { TrackSource } from "./track-source.ts";

/**
 * Connects the track collection to Vue: a number that grows after changes, at most once in `everyMs`.
 * A computed that reads it is evaluated again then, however many records arrived in between. What a person has changed
 * counts at once, so that all that is shown of it changes together.
 */
export function useTracksVersion(
  source: Readonly<Ref<TrackSource | undefined>>,
  everyMs: number,
): Readonly<Ref<number>> {
  const version = shallowRef(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  let isBehind = false;

  /** The first change counts at once: a list must not say that nothing flies while the map shows what does. */
  function changed(): void {
    if (timer !== undefined) {
      isBehind = true;
      return;
    }
    version.value += 1;
    timer = setTimeout(() => {
      timer = undefined;
      if (!isBehind) return;
      isBehind = false;
      changed();
    }, everyMs);
  }

  watch(
    source,
    (next) => {
      stop?.();
      stop = next?.collection.onChange(changed);
      version.value += 1;
    },
    { immediate: true },
  );
  onScopeDispose(
    onOperationChange(() => {
      version.value += 1;
    }),
  );
  onScopeDispose(() => {
    stop?.();
    clearTimeout(timer);
  });
  return version;
}
