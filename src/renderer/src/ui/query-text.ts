import { computed, type Ref, shallowRef, type WritableComputedRef } from "vue";
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
/** All that the address does not say yet; whoever reads a word gets it from here first. */
const ahead = shallowRef<Pick<Waiting, "path" | "patch">>();
const leaving = new WeakMap<Router, { isLeaving: boolean }>();

/** Whether the person is on the way to another page, which may still be loading: a new word here would call them back. */
function watchLeaving(router: Router): { readonly isLeaving: boolean } {
  const known = leaving.get(router);
  if (known) return known;
  const watched = { isLeaving: false };
  leaving.set(router, watched);
  router.beforeEach((to, from) => {
    watched.isLeaving = to.path !== from.path;
  });
  router.afterEach(() => {
    watched.isLeaving = false;
  });
  return watched;
}

/**
 * Changes words of the address. A navigation takes a moment, and what is changed meanwhile would be lost in it:
 * changes wait for each other, and one navigation carries all that came together.
 */
export function patchQuery(router: Router, patch: QueryPatch, step: QueryStep = "replace"): void {
  watchLeaving(router);
  const { path } = router.currentRoute.value;
  const before = waiting?.path === path ? waiting : undefined;
  waiting = {
    path,
    patch: { ...before?.patch, ...patch },
    step: before?.step === "push" ? "push" : step,
  };
  const soon = ahead.value?.path === path ? ahead.value.patch : undefined;
  ahead.value = { path, patch: { ...soon, ...patch } };
  // After this turn: by then a navigation that began in it is known to have begun.
  if (!isGoing) setTimeout(() => void go(router));
}

async function go(router: Router): Promise<void> {
  if (isGoing) return;
  isGoing = true;
  try {
    while (waiting) {
      const { path, patch, step }: Waiting = waiting;
      waiting = undefined;
      // The person has gone to another page: its address has words of its own.
      if (watchLeaving(router).isLeaving || router.currentRoute.value.path !== path) continue;
      const words = Object.entries({ ...router.currentRoute.value.query, ...patch });
      await router[step]({ query: Object.fromEntries(words.filter(([, word]) => word !== undefined && word !== "")) });
    }
  } finally {
    isGoing = false;
    ahead.value = undefined;
  }
}

/** The words of the address as they will be in a moment. */
export function useQuery(): Readonly<Ref<Readonly<Record<string, unknown>>>> {
  const route = useRoute();
  watchLeaving(useRouter());
  return computed(() =>
    ahead.value?.path === route.path ? { ...route.query, ...ahead.value.patch } : { ...route.query },
  );
}

/** One word of the address, so that a filtered picture can be kept and sent. Absent means the fallback. */
export function useQueryText<T extends string = string>(
  name: string,
  fallback: NoInfer<T>,
  step: QueryStep = "replace",
): WritableComputedRef<T> {
  const query = useQuery();
  const router = useRouter();
  return computed({
    get: () => {
      const value = query.value[name];
      return (typeof value === "string" && value !== "" ? value : fallback) as T;
    },
    set: (value) => patchQuery(router, { [name]: value === fallback ? undefined : value }, step),
  });
}
