import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, findStationPid, isRunning, makeDataDir } from "./support/journeys.ts";

describeJourneys("a station that crashes", (launch) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;
  let url: string;

  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}/`;
    desktop = await launch({ dataDir, args: ["--port", String(port)] });
    await desktop.page.waitForURL((address) => address.protocol === "http:");
    await desktop.page.waitForSelector("[data-gate=first]");
    await desktop.page.evaluate(() => {
      const kinds: string[] = [];
      Reflect.set(globalThis, "kinds", kinds);
      (globalThis as unknown as ConsolePage).fieldstation.station.onState(({ kind }) => kinds.push(kind));
    });
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  const seenKinds = (): Promise<string[]> => desktop.page.evaluate(() => Reflect.get(globalThis, "kinds") as string[]);

  it("comes back by itself at the same address, while the window keeps its page", async () => {
    await expect.poll(seenKinds).toEqual(["running"]);
    const pid = await findStationPid(desktop);
    if (pid === undefined) throw new Error("no station is running");
    process.kill(pid, "SIGKILL");
    await expect.poll(seenKinds, { timeout: 30_000 }).toEqual(["running", "restarting", "running"]);
    expect(isRunning(pid)).toBe(false);
    expect(await findStationPid(desktop)).not.toBe(pid);
    expect((await fetch(url)).status).toBe(200);
    expect(desktop.page.url()).toMatch(url);
  });

  it("can be restarted from the console, cleanly", async () => {
    const pid = await findStationPid(desktop);
    await desktop.page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.station.restart());
    await expect
      .poll(seenKinds, { timeout: 30_000 })
      .toEqual(["running", "restarting", "running", "starting", "running"]);
    expect(await findStationPid(desktop)).not.toBe(pid);
    expect((await fetch(url)).status).toBe(200);
  });
});
