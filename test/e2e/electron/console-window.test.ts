import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, makeDataDir } from "./support/journeys.ts";

describeJourneys("the console in its window", (launch) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;
  let port: number;

  beforeAll(async () => {
    port = await findFreePort();
    desktop = await launch({ dataDir, args: ["--port", String(port)] });
    await desktop.page.waitForURL((url) => url.protocol === "http:");
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  it("comes from the station inside the app", async () => {
    await desktop.page.waitForSelector("#app > *", { state: "attached" });
    expect(new URL(desktop.page.url()).origin).toBe(`http://127.0.0.1:${port}`);
    expect(await desktop.page.title()).toMatch(/^Fieldstation/);
  });

  it("begins with the first account on a station that has none", async () => {
    expect(await desktop.page.waitForSelector("[data-gate=first] [data-testid=first-account]")).toBeTruthy();
  });

  it("is shown once it is drawn", async () => {
    expect(
      await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible())),
    ).toEqual([true]);
  });

  it("has the complete bridge, deeply frozen, and nothing more", async () => {
    const seen = await desktop.page.evaluate(() => {
      const { fieldstation } = globalThis as unknown as ConsolePage;
      const { station, account, menu, window, theme, language } = fieldstation;
      const { openRequests, settings, updates, work, alerts, cache } = fieldstation;
      const desktopParts = [station, account, menu, window, theme, language];
      const parts = [fieldstation, ...desktopParts, openRequests, settings, updates, work, alerts, cache];
      return {
        names: parts.map((part) => Object.keys(part).sort()),
        frozen: parts.map((part) => Object.isFrozen(part)),
      };
    });
    expect(seen.names).toEqual([
      [
        "account",
        "alerts",
        "cache",
        "language",
        "menu",
        "openBackup",
        "openDemonstration",
        "openExternal",
        "openRecording",
        "openRequests",
        "platform",
        "saveDiagnostics",
        "settings",
        "showLogs",
        "station",
        "theme",
        "updates",
        "version",
        "window",
        "work",
      ],
      ["onState", "restart"],
      ["accessToken", "onState", "signIn", "signOut", "state"],
      ["onCommand"],
      ["onVisibility"],
      ["set"],
      ["set"],
      ["onWaiting", "read", "take"],
      ["change", "onState"],
      ["check", "onState"],
      ["set"],
      ["notify", "onChosen"],
      ["clear", "sizeBytes"],
    ]);
    expect(seen.frozen).toEqual(seen.names.map(() => true));
  });

  it("cannot put another bridge in its place", async () => {
    const replaced = await desktop.page.evaluate(() => {
      const before = (globalThis as unknown as ConsolePage).fieldstation;
      return (
        Reflect.set(globalThis, "fieldstation", {}) || (globalThis as unknown as ConsolePage).fieldstation !== before
      );
    });
    expect(replaced).toBe(false);
  });

  it("has platform and version without a request to main", async () => {
    const seen = await desktop.page.evaluate(() => {
      const { platform, version } = (globalThis as unknown as ConsolePage).fieldstation;
      return { platform, version };
    });
    const version = await desktop.inMain(({ app }) => app.getVersion());
    expect(seen).toEqual({ platform: process.platform, version });
  });

  it("finds no Node in the page", async () => {
    const kinds = await desktop.page.evaluate(() =>
      ["require", "process", "module", "Buffer", "global"].map((name) => typeof Reflect.get(globalThis, name)),
    );
    expect(new Set(kinds)).toEqual(new Set(["undefined"]));
  });

  it("receives the present state soon after it subscribes, and nothing after it unsubscribes", async () => {
    const state = await desktop.page.evaluate(
      () =>
        new Promise((resolve) => {
          const { station } = (globalThis as unknown as ConsolePage).fieldstation;
          const stop = station.onState((now) => {
            stop();
            resolve(now);
          });
        }),
    );
    expect(state).toMatchObject({ kind: "running", url: expect.stringContaining(`:${port}`) });
  });

  it("is notified when its window is hidden and when it is shown again", async () => {
    await desktop.page.evaluate(() => {
      const seen: boolean[] = [];
      Reflect.set(globalThis, "seen", seen);
      (globalThis as unknown as ConsolePage).fieldstation.window.onVisibility((isVisible) => seen.push(isVisible));
    });
    const seen = () => desktop.page.evaluate(() => Reflect.get(globalThis, "seen") as boolean[]);
    await expect.poll(seen).toEqual([true]);
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await expect.poll(seen).toEqual([true, false]);
    // Its own document would not say so.
    expect(await desktop.page.evaluate(`document.visibilityState`)).toBe("visible");
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
    await expect.poll(seen).toEqual([true, false, true]);
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    await expect.poll(async () => (await seen()).at(-1)).toBe(false);
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.restore());
    await expect.poll(async () => (await seen()).at(-1)).toBe(true);
  });

  it("applies the choice of day or night to the window frame", async () => {
    const background = () =>
      desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor());
    await desktop.page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.theme.set("dark"));
    await expect.poll(background).toBe("#10161C");
    expect(await desktop.inMain(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(true);
    await desktop.page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.theme.set("light"));
    await expect.poll(background).toBe("#F4F6F8");
  });

  it("comes back when its page crashes", async () => {
    const address = await desktop.inMain(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (contents === undefined) throw new Error("there is no window");
      const loaded = new Promise<void>((resolve) => contents.once("did-finish-load", () => resolve()));
      contents.forcefullyCrashRenderer();
      await loaded;
      return contents.getURL();
    });
    expect(new URL(address).origin).toBe(`http://127.0.0.1:${port}`);
    expect(readFileSync(join(dataDir, "logs/app.log"), "utf8")).toMatch(/Z the page ended: (?:crashed|killed)$/m);
  });

  it("opens where it was closed the last time", async () => {
    const bounds = { x: 40, y: 60, width: 1100, height: 720 };
    await desktop.inMain(({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setBounds(wanted), bounds);
    await desktop.quit();
    desktop = await launch({ dataDir, args: ["--port", String(port)] });
    expect(await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())).toEqual(
      bounds,
    );
  });

  it("opens maximized where it was, and finds its size again", async () => {
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize());
    const before = await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
    await desktop.quit();
    desktop = await launch({ dataDir, args: ["--port", String(port)] });
    const now = await desktop.inMain(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { isMaximized: window?.isMaximized(), bounds: window?.getNormalBounds() };
    });
    expect(now).toEqual({ isMaximized: true, bounds: before });
  });
});
