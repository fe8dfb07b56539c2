import { describe, expect, it } from "vitest";
import { createMemoryHistory, createRouter, type Router } from "vue-router";
import { patchQuery } from "./query-text.ts";

const PAGE = { template: "" };

async function startRouter(address: string): Promise<Router> {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: ["/", "/log"].map((path) => ({ path, component: PAGE })),
  });
  await router.push(address);
  return router;
}

/** Waits until the address has not changed for twenty turns of the event loop. */
async function settled(router: Router): Promise<string> {
  let before = "";
  for (let unchanged = 0; unchanged < 20; unchanged += 1) {
    await new Promise((done) => setTimeout(done));
    if (router.currentRoute.value.fullPath !== before) unchanged = 0;
    before = router.currentRoute.value.fullPath;
  }
  return before;
}

describe("query parameters of the address", () => {
  it("are all written when they change together or during a navigation", async () => {
    const router = await startRouter("/?sort=name");
    patchQuery(router, { text: "a" });
    patchQuery(router, { seen: "no" });
    await Promise.resolve();
    await Promise.resolve();
    patchQuery(router, { text: "ab", sort: undefined });
    patchQuery(router, { at: "47,15,9" });
    expect(await settled(router)).toBe("/?text=ab&seen=no&at=47,15,9");
  });

  it("make a history entry for a choice, not for typing", async () => {
    const router = await startRouter("/");
    patchQuery(router, { seen: "no" }, "push");
    await settled(router);
    patchQuery(router, { text: "a" });
    await settled(router);
    patchQuery(router, { text: "ab" });
    await settled(router);
    router.back();
    expect(await settled(router)).toBe("/");
  });

  it("are written only on the page that set them", async () => {
    const router = await startRouter("/");
    patchQuery(router, { text: "a" });
    await settled(router);
    const leaving = router.push("/log");
    patchQuery(router, { seen: "no" });
    await leaving;
    expect(await settled(router)).toBe("/log");
    patchQuery(router, { seen: "no" });
    expect(await settled(router)).toBe("/log?seen=no");
  });
});
