import { describe, expect, it } from "vitest";
import { createMemoryHistory, createRouter, type Router } from "vue-router";
import { restoreLastAddresses } from "./last-addresses.ts";

async function startRouter(address = "/live"): Promise<Router> {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: ["live", "log", "sources"].map((name) => ({ path: `/${name}`, name, component: { template: "" } })),
  });
  await router.push(address);
  restoreLastAddresses(router);
  return router;
}

const addressOf = (router: Router) => router.currentRoute.value.fullPath;

describe("a page that is opened again", () => {
  it("is as it was left", async () => {
    const router = await startRouter();
    await router.push("/live?seen=no&at=47,15,9");
    await router.push({ name: "log" });
    expect(addressOf(router)).toBe("/log");
    await router.push({ name: "live" });
    expect(addressOf(router)).toBe("/live?seen=no&at=47,15,9");
  });

  it("is as it was when the console was opened on it", async () => {
    const router = await startRouter("/log?seen=no");
    await router.push("/sources");
    await router.push("/log");
    expect(addressOf(router)).toBe("/log?seen=no");
  });

  it("shows what a link asks for, and the default once that was cleared", async () => {
    const router = await startRouter();
    await router.push("/log?seen=no");
    await router.push("/sources");
    await router.push("/log?text=ok-x");
    expect(addressOf(router)).toBe("/log?text=ok-x");
    await router.push("/log");
    await router.push("/sources");
    await router.push("/log");
    expect(addressOf(router)).toBe("/log");
  });
});
