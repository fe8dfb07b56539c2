import { onScopeDispose, type Ref, ref } from "vue";

interface Tick {
  readonly everyMs: number;
  readonly call: () => void;
  /** On the clock of the page. */
  dueMs: number;
}

/** Periods are whole seconds. */
const TICK_MS = 1_000;
/** The tolerance of the timer: a callback that is due within this time would otherwise wait for a whole second more. */
const EARLY_MS = TICK_MS / 2;

const ticks = new Set<Tick>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls back every `everyMs`, whole seconds; returns a function that stops it. One timer calls all of them, so that an
 * open page wakes up once a second. If the browser throttles timers, as in a hidden window, late ones are called once.
 */
export function onTick(everyMs: number, listener: () => void): () => void {
  const tick = { everyMs, call: listener, dueMs: performance.now() + everyMs };
  ticks.add(tick);
  timer ??= setInterval(callDue, TICK_MS);
  return () => {
    if (!ticks.delete(tick) || ticks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * How long to wait for the next point in time that is a multiple of the period on the clock of the page. What waits for
 * such points changes together, in one frame of the page, instead of each part in a frame of its own.
 */
export function untilNextMs(everyMs: number, nowMs = performance.now()): number {
  // A point that is nearly reached is left out: a timer may go off a moment too early.
  return (Math.floor(nowMs / everyMs + 0.1) + 1) * everyMs - nowMs;
}

/** The time of the given clock, updated every `everyMs` until the component is unmounted. */
export function useTicking(nowMs: () => number, everyMs = TICK_MS): Readonly<Ref<number>> {
  const now = ref(nowMs());
  onScopeDispose(
    onTick(everyMs, () => {
      now.value = nowMs();
    }),
  );
  return now;
}

function callDue(): void {
  const nowMs = performance.now();
  for (const tick of ticks) {
    if (nowMs + EARLY_MS < tick.dueMs) continue;
    // Keeps the phase, and does not call twice at once after a pause.
    tick.dueMs = Math.max(tick.dueMs, nowMs) + tick.everyMs;
    tick.call();
  }
}
