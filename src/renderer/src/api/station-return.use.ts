import { onScopeDispose } from "vue";

const callbacks = new Set<() => void>();

/** Called by the live connection when it has reached the station, also for the first time. */
export function announceStationReturn(): void {
  for (const callback of callbacks) callback();
}

/**
 * Loads again what could not be loaded while the station was out of reach, as soon as it can be reached: the page says
 * that the console reconnects by itself. What was loaded stays as it is.
 */
export function useStationReturn(hasFailed: () => boolean, load: () => unknown): void {
  const reload = (): void => {
    if (hasFailed()) void load();
  };
  callbacks.add(reload);
  onScopeDispose(() => callbacks.delete(reload));
}
