import { onScopeDispose, type Ref, ref } from "vue";

interface Ticker {
  readonly listeners: Set<() => void>;
  readonly timer: ReturnType<typeof setInterval>;
}

/** By period: one timer for all, so that an open page wakes up once a second and not for each of them. */
const tickers = new Map<number, Ticker>();

/** Calls back every `everyMs`, together with everything else that does; returns how to stop. */
export function onTick(everyMs: number, listener: () => void): () => void {
  const ticker = tickers.get(everyMs) ?? startTicker(everyMs);
  // Of its own, so that what is handed in twice is called twice, and stopped one by one.
  const own = (): void => listener();
  ticker.listeners.add(own);
  return () => {
    if (!ticker.listeners.delete(own) || ticker.listeners.size > 0) return;
    clearInterval(ticker.timer);
    tickers.delete(everyMs);
  };
}

/** The time of the given clock, updated every `everyMs` until the component is unmounted. */
export function useTicking(nowMs: () => number, everyMs = 1_000): Readonly<Ref<number>> {
  const now = ref(nowMs());
  onScopeDispose(
    onTick(everyMs, () => {
      now.value = nowMs();
    }),
  );
  return now;
}

function startTicker(everyMs: number): Ticker {
  const listeners = new Set<() => void>();
  const timer = setInterval(() => {
    for (const listener of listeners) listener();
  }, everyMs);
  const ticker = { listeners, timer };
  tickers.set(everyMs, ticker);
  return ticker;
}
