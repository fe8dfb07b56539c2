import { onScopeDispose, type Ref, shallowRef, watch } from "vue";
import { onOperationChange } from "../api/operation-changes.ts";
import { untilNextMs } from "../ui/clock.ts";
import type { TrackSource } from "./track-source.ts";

/**
 * Connects the track collection to Vue: a number that increases after changes, at most once in `everyMs`. A computed
 * value that reads it is then evaluated again, however many records arrived in between. A change by the person counts
 * at once, so that all parts of the page change together.
 */
export function useTracksVersion(
  source: Readonly<Ref<TrackSource | undefined>>,
  everyMs: number,
): Readonly<Ref<number>> {
  const version = shallowRef(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  let isBehind = false;

  /** The first change counts at once: a list must not be empty while the map shows aircraft. */
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
    }, untilNextMs(everyMs));
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
