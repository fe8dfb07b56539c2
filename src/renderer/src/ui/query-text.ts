import { computed, type WritableComputedRef } from "vue";
import { type Router, useRoute, useRouter } from "vue-router";

/** What changes in the address; undefined or nothing takes the word out of it. */
export type QueryPatch = Readonly<Record<string, string | undefined>>;

/** `push`: a step that "back" takes back. `replace`: typing, moving, and what would only fill the history. */
export type QueryStep = "push" | "replace";

interface Waiting {
  readonly path: string;
  patch: QueryPatch;
  step: QueryStep;
}

let waiting: Waiting | undefined;
let isGoing = false;

/**
 * Changes words of the address. A navigation takes a moment, and what is changed meanwhile would be lost in it:
 * changes wait for each other, and one navigation carries all that came together.
 */
export function patchQuery(router: Router, patch: QueryPatch, step: QueryStep = "replace"): void {
  const { path } = router.currentRoute.value;
  const before = waiting?.path === path ? waiting : undefined;
  waiting = {
    path,
    patch: { ...before?.patch, ...patch },
    step: before?.step === "push" ? "push" : step,
  };
  if (!isGoing) queueMicrotask(() => void go(router));
}

async function go(router: Router): Promise<void> {
  if (isGoing) return;
  isGoing = true;
  while (waiting) {
    const { path, patch, step }: Waiting = waiting;
    waiting = undefined;
    // The person has gone to another page: its address has words of its own.
    if (router.currentRoute.value.path !== path) continue;
    const words = Object.entries({ ...router.currentRoute.value.query, ...patch });
    await router[step]({ query: Object.fromEntries(words.filter(([, word]) => word !== undefined && word !== "")) });
  }
  isGoing = false;
}

/** One word of the address, so that a filtered picture can be kept and sent. Absent means the fallback. */
export function useQueryText<T extends string = string>(
  name: string,
  fallback: NoInfer<T>,
  step: QueryStep = "replace",
): WritableComputedRef<T> {
  const route = useRoute();
  const router = useRouter();
  return computed({
    get: () => {
      const value = route.query[name];
      return (typeof value === "string" && value !== "" ? value : fallback) as T;
    },
    set: (value) => patchQuery(router, { [name]: value === fallback ? undefined : value }, step),
  });
}
