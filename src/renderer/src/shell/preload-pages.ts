import type { Router } from "vue-router";

/** Until then the page that was opened first has what it needs. */
const WAIT_MS = 3000;
/** What people go to from the live page; the others are loaded when they are opened. */
const PAGES = ["log", "flights", "alerts", "sources"];

/**
 * Loads the files of pages while there is nothing else to do, so that the first time one of them is opened is as quick
 * as the next. What cannot be loaded is left to its opening. Returns what ends it.
 */
export function preloadPages(router: Router): () => void {
  const waiting = PAGES.flatMap((name) => {
    const component: unknown = router.resolve({ name }).matched.at(-1)?.components?.["default"];
    return typeof component === "function" ? [component as () => Promise<unknown>] : [];
  });
  let idle = 0;
  const loadNext = () => {
    const load = waiting.shift();
    if (load) void load().then(loadWhenIdle, () => undefined);
  };
  // Not every browser tells when it is idle.
  const loadWhenIdle = () => {
    if ("requestIdleCallback" in window) idle = requestIdleCallback(loadNext);
  };
  const timer = setTimeout(loadWhenIdle, WAIT_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== 0) cancelIdleCallback(idle);
  };
}
