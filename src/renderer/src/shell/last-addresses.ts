import type { Router, RouteRecordNameGeneric } from "vue-router";

/** The pages whose filters and choices are kept while another page is open. */
const RESTORED_PAGES: readonly RouteRecordNameGeneric[] = ["live", "log"];

/**
 * Restores the query of a page that is opened again without one. An address with a query of its own, such as a link, is
 * left as it is. Returns a function that stops it.
 */
export function restoreLastAddresses(router: Router): () => void {
  const addresses = new Map<RouteRecordNameGeneric, string>();
  const { currentRoute } = router;
  if (RESTORED_PAGES.includes(currentRoute.value.name))
    addresses.set(currentRoute.value.name, currentRoute.value.fullPath);
  const stopGuard = router.beforeEach((to, from) => {
    const last = addresses.get(to.name);
    const isComingBack = to.path !== from.path && Object.keys(to.query).length === 0;
    return isComingBack && last !== undefined && last !== to.fullPath ? last : true;
  });
  const stopRecording = router.afterEach(({ name, fullPath }) => {
    if (RESTORED_PAGES.includes(name)) addresses.set(name, fullPath);
  });
  return () => {
    stopGuard();
    stopRecording();
  };
}
