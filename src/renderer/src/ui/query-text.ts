import { computed, type Ref, shallowRef, type WritableComputedRef } from "vue";
import { type Router, useRoute, useRouter } from "vue-router";

/** Changes of query parameters; undefined or an empty text removes the parameter. */
export type QueryPatch = Readonly<Record<string, string | undefined>>;

/** `push` makes a history entry; `replace` does not, for typing and moving. */
export type QueryStep = "push" | "replace";

interface PendingChange {
  readonly path: string;
  patch: QueryPatch;
  step: QueryStep;
}

let pending: PendingChange | undefined;
let isNavigating = false;
/** The changes that are not in the address yet; a read of a parameter looks here first. */
const unwritten = shallowRef<Pick<PendingChange, "path" | "patch">>();
const leaving = new WeakMap<Router, { isLeaving: boolean }>();

/** Whether a navigation to another page is under way: writing a parameter now would cancel it. */
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
 * Changes query parameters. A navigation takes a moment, and a change during it would be lost: so changes are queued,
 * and one navigation writes all of them together.
 */
export function patchQuery(router: Router, patch: QueryPatch, step: QueryStep = "replace"): void {
  watchLeaving(router);
  const { path } = router.currentRoute.value;
  const before = pending?.path === path ? pending : undefined;
  pending = {
    path,
    patch: { ...before?.patch, ...patch },
    step: before?.step === "push" ? "push" : step,
  };
  const soon = unwritten.value?.path === path ? unwritten.value.patch : undefined;
  unwritten.value = { path, patch: { ...soon, ...patch } };
  // After this turn of the event loop, when a navigation that began in it is known.
  if (!isNavigating) setTimeout(() => void writePending(router));
}

async function writePending(router: Router): Promise<void> {
  if (isNavigating) return;
  isNavigating = true;
  try {
    while (pending) {
      const { path, patch, step }: PendingChange = pending;
      pending = undefined;
      // The person has opened another page, which has its own parameters.
      if (watchLeaving(router).isLeaving || router.currentRoute.value.path !== path) continue;
      const parameters = Object.entries({ ...router.currentRoute.value.query, ...patch });
      await router[step]({
        query: Object.fromEntries(parameters.filter(([, value]) => value !== undefined && value !== "")),
      });
    }
  } finally {
    isNavigating = false;
    unwritten.value = undefined;
  }
}

/** The query parameters, with the changes that are not written yet. */
export function useQuery(): Readonly<Ref<Readonly<Record<string, unknown>>>> {
  const route = useRoute();
  watchLeaving(useRouter());
  return computed(() =>
    unwritten.value?.path === route.path ? { ...route.query, ...unwritten.value.patch } : { ...route.query },
  );
}

/** One query parameter, so that a filtered view can be bookmarked and shared. Absent means the fallback. */
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
