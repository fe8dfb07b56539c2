import { shallowRef } from "vue";
import type { RouteLocationNormalized, Router } from "vue-router";

/** The page whose files could not be loaded, until a page is opened again. */
export const failedPage = shallowRef<RouteLocationNormalized>();

/** Each page is loaded when it is opened first: then nothing may answer. To be called before the router is used. */
export function followFailedPages(router: Router): void {
  router.onError((_, to) => {
    failedPage.value = to;
  });
  router.afterEach((_to, _from, failure) => {
    if (!failure) failedPage.value = undefined;
  });
}
