import { createServer } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, findStationPid, isRunning, makeDataDir } from "./support/journeys.ts";

describeJourneys("one app and its end", (launch) => {
  let dataDir: string;
  let remove: () => void;
  beforeEach(() => void ({ dataDir, remove } = makeDataDir()));
  let opened: Desktop | undefined;
  afterEach(async () => {
    await opened?.quit();
    remove();
  });

  async function open(port: number): Promise<Desktop> {
    const desktop = await launch({ dataDir, args: ["--port", String(port)] });
    opened = desktop;
    await desktop.page.waitForURL((url) => url.protocol === "http:");
    return desktop;
  }

  it("brings the window to the front when it is started a second time, and starts nothing", async () => {
    const port = await findFreePort();
    const desktop = await open(port);
    await desktop.inMain(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.minimize();
      window?.blur();
    });
    await expect(launch({ dataDir, args: ["--port", String(port)] })).rejects.toThrow(/ended|closed|failed/i);
    const isInFront = (): Promise<boolean> =>
      desktop.inMain(({ BrowserWindow }) => {
        const [window, second] = BrowserWindow.getAllWindows();
        return second === undefined && window?.isMinimized() === false && window.isVisible();
      });
    await expect.poll(isInFront).toBe(true);
    expect(await desktop.quit()).toBe(0);
  });

  it("leaves nothing running when it is quit", async () => {
    const port = await findFreePort();
    const desktop = await open(port);
    const pid = await findStationPid(desktop);
    if (pid === undefined) throw new Error("no station is running");
    expect(await desktop.quit()).toBe(0);
    expect(isRunning(pid)).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  });

  it.skipIf(process.platform === "darwin")("ends with its last window", async () => {
    const desktop = await open(await findFreePort());
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await desktop.exited).toBe(0);
  });

  it("takes another port when a program has the usual one, and says so", async () => {
    const other = createServer();
    const taken = await findFreePort();
    await new Promise<void>((resolve) => other.listen(taken, "127.0.0.1", resolve));
    const desktop = await open(taken);
    const state = await desktop.page.evaluate(
      () => new Promise((resolve) => (globalThis as unknown as ConsolePage).fieldstation.station.onState(resolve)),
    );
    expect(state).toMatchObject({ kind: "running", notice: expect.stringContaining(`Port ${taken} is used`) });
    expect(desktop.page.url()).not.toContain(String(taken));
    expect(await desktop.quit()).toBe(0);
    other.close();
  });
});
