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

/** Until the address has not changed for a while of turns. */
async function settled(router: Router): Promise<string> {
  let before = "";
  for (let calm = 0; calm < 20; calm += 1) {
    await new Promise((done) => setTimeout(done));
    if (router.currentRoute.value.fullPath !== before) calm = 0;
    before = router.currentRoute.value.fullPath;
  }
  return before;
}

describe("words of the address", () => {
  it("that change at once, or while others are on their way, all arrive", async () => {
    const router = await startRouter("/?sort=name");
    patchQuery(router, { text: "a" });
    patchQuery(router, { seen: "no" });
    await Promise.resolve();
    await Promise.resolve();
    patchQuery(router, { text: "ab", sort: undefined });
    patchQuery(router, { at: "47,15,9" });
    expect(await settled(router)).toBe("/?text=ab&seen=no&at=47,15,9");
  });

  it("go back by a step for what was chosen, not for what was typed", async () => {
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

  it("stay on the page that they were meant for", async () => {
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
