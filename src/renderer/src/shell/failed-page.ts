import { shallowRef } from "vue";
import type { RouteLocationNormalized, Router } from "vue-router";

/** The page whose files could not be loaded, until the next navigation. */
export const failedPage = shallowRef<RouteLocationNormalized>();

/** Notes a failed navigation: a page's files are loaded when it is first opened. Call before the router is used. */
export function followFailedPages(router: Router): void {
  router.onError((_, to) => {
    failedPage.value = to;
  });
  router.afterEach((_to, _from, failure) => {
    if (!failure) failedPage.value = undefined;
  });
}
