import type { Router, RouteRecordNameGeneric } from "vue-router";

/** The pages whose filters and choices are worth keeping while another page is looked at. */
const KEPT: readonly RouteRecordNameGeneric[] = ["live", "log"];

/**
 * Whoever comes back to a page without saying what it should show finds it as it was left. An address with words of its
 * own, such as a link, shows what it says. Returns how to stop.
 */
export function restoreLastAddresses(router: Router): () => void {
  const places = new Map<RouteRecordNameGeneric, string>();
  const { currentRoute } = router;
  if (KEPT.includes(currentRoute.value.name)) places.set(currentRoute.value.name, currentRoute.value.fullPath);
  const stopGuard = router.beforeEach((to, from) => {
    const last = places.get(to.name);
    const isComingBack = to.path !== from.path && Object.keys(to.query).length === 0;
    return isComingBack && last !== undefined && last !== to.fullPath ? last : true;
  });
  const stopRecording = router.afterEach(({ name, fullPath }) => {
    if (KEPT.includes(name)) places.set(name, fullPath);
  });
  return () => {
    stopGuard();
    stopRecording();
  };
}
