import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, findStationPid, isRunning, makeDataDir } from "./support/journeys.ts";

/** Debian's; where it lies elsewhere, one journey is skipped. */
const systemLibrary = ["x86_64", "aarch64"]
  .map((processor) => `/usr/lib/${processor}-linux-gnu/mod_spatialite.so`)
  .find((path) => existsSync(path));

describeJourneys("one app and its end", (launch, { isStandIn }) => {
  let dataDir: string;
  let remove: () => void;
  beforeEach(() => void ({ dataDir, remove } = makeDataDir()));
  let opened: Desktop | undefined;
  afterEach(async () => {
    await opened?.quit();
    remove();
  });

  async function open(port: number, env = process.env, files: readonly string[] = []): Promise<Desktop> {
    const desktop = await launch({ dataDir, env, args: ["--port", String(port), ...files] });
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

  it.runIf(isStandIn)(
    "is started once more where somebody starts it while its station still ends, with the files of that start",
    async () => {
      const port = await findFreePort();
      const [first, late] = [join(dataDir, "first.gpx"), join(dataDir, "late.gpx")];
      const desktop = await open(port, process.env, [first]);
      await desktop.inMain(({ app, BrowserWindow }, path) => {
        // After the app's own listener: the station has been told to end, and the window is closed.
        app.once("will-quit", () => {
          app.emit("second-instance", {}, [], "", { filesAndLinks: [path] });
          if (BrowserWindow.getAllWindows().length > 0) process.exit(3);
        });
      }, late);
      expect(await desktop.quit()).toBe(0);
      const again = JSON.parse(readFileSync(join(dataDir, "window/relaunch.json"), "utf8")) as unknown;
      const options = ["--data", dataDir, "--port", String(port)];
      expect(again).toEqual({ args: [expect.stringMatching(/index\.js$/), ...options, late] });
    },
  );

  it.runIf(isStandIn)("begins a demonstration in its place once the person agrees, and ends that again", async () => {
    const port = await findFreePort();
    const begun = () => JSON.parse(readFileSync(join(dataDir, "window/relaunch.json"), "utf8")) as unknown;
    const options = [expect.stringMatching(/index\.js$/), "--data", dataDir, "--port", String(port)];
    const answer = (app: Desktop, chosen: number) =>
      app.inMain(({ dialog }, response) => {
        dialog.showMessageBox = (async () => ({ response, checkboxChecked: false })) as typeof dialog.showMessageBox;
      }, chosen);
    const pick = (app: Desktop, id: string) =>
      app.inMain(({ Menu }, entry) => Menu.getApplicationMenu()?.getMenuItemById(entry)?.click(), id);

    const desktop = await open(port);
    await answer(desktop, 1);
    await desktop.page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.openDemonstration());
    expect(await findStationPid(desktop)).toBeDefined();
    await answer(desktop, 0);
    await pick(desktop, "open-demonstration");
    expect(await desktop.exited).toBe(0);
    expect(begun()).toEqual({ args: [...options, "--demo"] });

    opened = await launch({ dataDir, args: ["--port", String(port), "--demo"] });
    await opened.page.waitForURL((url) => url.protocol === "http:");
    expect(existsSync(join(dataDir, "demo/station.sqlite"))).toBe(true);
    await pick(opened, "leave-demonstration");
    expect(await opened.exited).toBe(0);
    expect(begun()).toEqual({ args: [...options, "--demo=false"] });
  });

  it("is not started again by itself", async () => {
    const desktop = await open(await findFreePort());
    expect(await desktop.quit()).toBe(0);
    expect(existsSync(join(dataDir, "window/relaunch.json"))).toBe(false);
  });

  it.skipIf(systemLibrary === undefined)("loads the SpatiaLite that the environment names", async () => {
    const named = join(dataDir, "mod_spatialite.so");
    mkdirSync(dataDir);
    copyFileSync(systemLibrary ?? "", named);
    const desktop = await open(await findFreePort(), { ...process.env, STATION_SPATIALITE: named });
    const pid = await findStationPid(desktop);
    const loaded = readFileSync(`/proc/${pid}/maps`, "utf8").match(/\S+mod_spatialite\S*/g);
    expect(new Set(loaded)).toEqual(new Set([named]));
    expect(await desktop.quit()).toBe(0);
  });

  it("keeps its recording where the command line of the station would", async () => {
    const desktop = await open(await findFreePort());
    expect(existsSync(join(dataDir, "station.sqlite"))).toBe(true);
    expect(await desktop.quit()).toBe(0);
  });

  it.runIf(isStandIn)("handles its links where it is installed, and not where it runs from its sources", async () => {
    const schemes = (desktop: Desktop) =>
      desktop.inMain(({ app }) => (app as unknown as { _linkSchemes: readonly string[] })._linkSchemes);
    const fromSources = await open(await findFreePort());
    expect(await schemes(fromSources)).toEqual([]);
    expect(await fromSources.quit()).toBe(0);
    const installed = await open(await findFreePort(), { ...process.env, STAND_IN_PACKAGED: "yes" });
    expect(await schemes(installed)).toEqual(["fieldstation"]);
    expect(await installed.quit()).toBe(0);
  });

  it.skipIf(process.platform === "darwin")("ends with its last window", async () => {
    const desktop = await open(await findFreePort());
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await desktop.exited).toBe(0);
  });

  it("uses another port when a program has the usual one, reports that, and keeps it at the next start", async () => {
    const other = createServer();
    const taken = await findFreePort();
    await new Promise<void>((resolve) => other.listen(taken, "127.0.0.1", resolve));
    const desktop = await open(taken);
    const state = await desktop.page.evaluate(
      () => new Promise((resolve) => (globalThis as unknown as ConsolePage).fieldstation.station.onState(resolve)),
    );
    expect(state).toMatchObject({ kind: "running", notice: expect.stringContaining(`Port ${taken} is used`) });
    const { origin } = new URL(desktop.page.url());
    expect(origin).not.toContain(String(taken));
    expect(await desktop.quit()).toBe(0);
    const again = await open(taken);
    expect(new URL(again.page.url()).origin).toBe(origin);
    expect(await again.quit()).toBe(0);
    other.close();
  });
});
