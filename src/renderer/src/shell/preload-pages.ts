import type { Router } from "vue-router";

/** By then the first page has loaded its own files. */
const WAIT_MS = 3000;
/** The pages that people open from the live page; the others are loaded when they are opened. */
const PAGES = ["log", "flights", "alerts", "sources"];

/**
 * Loads the files of pages while the browser is idle, so that each page opens quickly the first time as well. A page
 * that cannot be loaded now is loaded when it is opened. Returns a function that stops it.
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
  // Not every browser has requestIdleCallback.
  const loadWhenIdle = () => {
    if ("requestIdleCallback" in window) idle = requestIdleCallback(loadNext);
  };
  const timer = setTimeout(loadWhenIdle, WAIT_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== 0) cancelIdleCallback(idle);
  };
}
