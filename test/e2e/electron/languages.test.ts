import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startingPage } from "../../../src/main/window/starting-page.ts";
import { saveScreenshot } from "../../support/browser.ts";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, findStationPid, isRunning, makeDataDir } from "./support/journeys.ts";

const menuLabel = (desktop: Desktop, id: string): Promise<string | undefined> =>
  desktop.inMain(({ Menu }, entry) => Menu.getApplicationMenu()?.getMenuItemById(entry)?.label, id);

describeJourneys("the language of a station that cannot start", (launch, { isStandIn }) => {
  let dataDir: string;
  let remove: () => void;
  let obstacle: string;
  let desktop: Desktop | undefined;
  beforeEach(() => {
    ({ dataDir, remove } = makeDataDir());
    obstacle = join(dataDir, "station.sqlite");
    mkdirSync(join(dataDir, "window"), { recursive: true });
    writeFileSync(obstacle, "no database where the recording should be");
  });
  afterEach(async () => {
    await desktop?.quit();
    remove();
  });

  async function open(env: NodeJS.ProcessEnv = {}): Promise<Desktop> {
    desktop = await launch({
      dataDir,
      env: { ...process.env, ...env },
      args: ["--port", String(await findFreePort())],
    });
    await desktop.page.getByRole("button").waitFor();
    return desktop;
  }
  const stateLines = async (shown: Desktop): Promise<readonly string[] | undefined> =>
    (await shown.page.getByTestId("station-state").textContent())?.split("\n");

  it("is that of the system until the console was shown once, for the reason and the menu too", async () => {
    const shown = await open({ LANGUAGE: "cs:en" });
    expect(await shown.page.getByRole("button").textContent()).toBe("Zkusit znovu");
    expect(await stateLines(shown)).toEqual([
      "Stanici se nepodařilo spustit.",
      expect.stringMatching(/^(?:Nahrávka|Soubor databáze) .*[^a-z](?:poškozen|databáze)/),
    ]);
    expect(await menuLabel(shown, "about")).toBe("O &aplikaci Fieldstation");
  });

  it("is the last one of the console, as is the mode", async () => {
    writeFileSync(join(dataDir, "window/appearance.json"), '{"language":"de","theme":"red"}');
    const shown = await open({ LANGUAGE: "cs" });
    expect((await stateLines(shown))?.[0]).toBe("Die Station konnte nicht starten.");
    expect(await shown.page.locator("html").getAttribute("data-mode")).toBe("red");
    expect(await shown.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor())).toBe(
      "#050000",
    );
    expect(await shown.inMain(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(true);
  });

  it.runIf(isStandIn)("is stored by the console for the next start", async () => {
    rmSync(obstacle);
    desktop = await launch({ dataDir, args: ["--port", String(await findFreePort())] });
    await desktop.page.waitForSelector("#app > *", { state: "attached" });
    await desktop.page.evaluate(async () => {
      const { language, theme } = (globalThis as unknown as ConsolePage).fieldstation;
      await language.set("cs");
      await theme.set("dark");
    });
    await desktop.quit();
    rmSync(join(dataDir, "station.sqlite-wal"), { force: true });
    rmSync(join(dataDir, "station.sqlite-shm"), { force: true });
    writeFileSync(obstacle, "no database where the recording should be");
    const shown = await open();
    expect((await stateLines(shown))?.[0]).toBe("Stanici se nepodařilo spustit.");
    expect(await shown.inMain(({ nativeTheme }) => nativeTheme.themeSource)).toBe("dark");
  });
});

describeJourneys("the language of what is around the console", (launch, { isStandIn }) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;
  let port: number;
  beforeAll(async () => {
    port = await findFreePort();
    desktop = await launch({ dataDir, args: ["--demo", "--port", String(port)] });
    await desktop.page.waitForURL((url) => url.protocol === "http:");
    await desktop.page.getByTestId("demo-banner").waitFor();
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  const speak = (language: string): Promise<void> =>
    desktop.page.evaluate((tag) => (globalThis as unknown as ConsolePage).fieldstation.language.set(tag), language);

  interface Shown {
    readonly _toolTip: string;
    readonly _menu: { readonly items: readonly { readonly label: string }[] };
  }
  const tray = (): Promise<readonly string[]> =>
    desktop.inMain(({ Tray }) => {
      const [shown] = (Tray as unknown as { _list: readonly Shown[] })._list;
      return shown === undefined ? [] : [shown._toolTip, ...shown._menu.items.map(({ label }) => label)];
    });

  it.runIf(isStandIn)("changes beside the clock as soon as it is chosen", async () => {
    await expect.poll(tray).toContain("Fieldstation\nReceiving");
    await speak("de");
    expect(await tray()).toEqual([
      "Fieldstation\nEmpfang läuft",
      "Empfang läuft",
      expect.any(String),
      "Fieldstation öffnen",
      "Fieldstation beenden",
    ]);
    expect(await menuLabel(desktop, "settings")).toBe("Eins&tellungen…");
  });

  it("is used on the first page of the diagnostics", async () => {
    const path = join(dataDir, "diagnostics.zip");
    await desktop.inMain(({ dialog }, chosen) => {
      dialog.showSaveDialog = async (...options: unknown[]) => {
        Reflect.set(globalThis, "saveOptions", options.at(-1));
        return { canceled: false, filePath: chosen };
      };
    }, path);
    await speak("cs");
    await desktop.page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.saveDiagnostics());
    const files = unzipSync(readFileSync(path));
    expect(strFromU8(files["README.txt"] ?? new Uint8Array())).toMatch(/^Diagnostika Fieldstation/);
    expect(await desktop.inMain(() => (Reflect.get(globalThis, "saveOptions") as { title: string }).title)).toBe(
      "Uložit diagnostiku",
    );
  });

  it.runIf(isStandIn)("is used in the context menus of fields, which paste with the mouse", async () => {
    await speak("cs");
    await desktop.page.evaluate(() => {
      interface Field {
        value: string;
        select(): void;
      }
      const { document } = globalThis as unknown as {
        document: { createElement(tag: "input"): Field; body: { append(node: object): void } };
      };
      const field = document.createElement("input");
      Object.assign(field, { id: "field", value: "47.07", style: "position:fixed;z-index:9999;left:9px;top:9px" });
      document.body.append(field);
      field.select();
    });
    await desktop.page.locator("#field").click({ button: "right" });
    interface Popup {
      readonly items: readonly { readonly role?: string; readonly label: string; readonly enabled: boolean }[];
    }
    const popup = () =>
      desktop.inMain(({ Menu }) =>
        (Menu as unknown as { _lastPopup: Popup | null })._lastPopup?.items
          .filter(({ role }) => role !== undefined)
          .map(({ label }) => label),
      );
    await expect.poll(popup).toEqual(["&Vyjmout", "&Kopírovat", "V&ložit", "Vybr&at vše"]);
    await desktop.page.evaluate(() => {
      const { document } = globalThis as unknown as { document: { querySelector(what: string): { remove(): void } } };
      document.querySelector("#field").remove();
    });
  });

  describe("when the station does not come back", () => {
    let other: Server | undefined;
    const kind = (): Promise<string> =>
      desktop.page.evaluate(() => Reflect.get(globalThis, "kinds") as string[]).then((kinds) => kinds.at(-1) ?? "");

    afterAll(() => void other?.close());

    it("is the one that was chosen in the console", async () => {
      // As its settings keep it.
      await desktop.page.evaluate(() => {
        const { localStorage } = globalThis as unknown as { localStorage: Record<string, string> };
        localStorage["fieldstation.language"] = "de";
      });
      await desktop.page.reload();
      await expect.poll(() => menuLabel(desktop, "about")).toBe("&Über Fieldstation");
      await desktop.page.evaluate(() => {
        const [kinds, messages]: [string[], unknown[]] = [[], []];
        Object.assign(globalThis, { kinds, messages });
        (globalThis as unknown as ConsolePage).fieldstation.station.onState((state) => {
          kinds.push(state.kind);
          messages.push(state);
        });
      });
    });

    /** Listens in the station's place before it is back; in ever longer pauses it tries, so one of them is long enough. */
    async function takeItsPlace(): Promise<Server> {
      for (;;) {
        const pid = await findStationPid(desktop);
        if (pid !== undefined && isRunning(pid)) process.kill(pid, "SIGKILL");
        const server = createServer((_request, response) => void response.end());
        const isListening = await new Promise<boolean>((resolve) => {
          server.once("error", () => resolve(false));
          server.listen(port, "127.0.0.1", () => resolve(true));
        });
        if (isListening) return server;
      }
    }

    it.runIf(isStandIn)(
      "tells who does not look at the window, in that language, and a click brings it back",
      async () => {
        other = await takeItsPlace();
        await expect.poll(kind).toBe("restarting");
        await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
        const restart = () =>
          desktop.inMain(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("restart-station")?.click());
        // A restart by hand that fails is the last one. One that meets a try of the app's own is taken for the same.
        const kindAfterRestart = async () => {
          if ((await kind()) === "restarting") await restart();
          return kind();
        };
        await expect.poll(kindAfterRestart, { timeout: 30_000 }).toBe("failed");
        type Notices = readonly { readonly _options: { title: string; body: string }; emit(name: string): void }[];
        const last = () =>
          desktop.inMain(
            ({ Notification }) => (Notification as unknown as { _shown: Notices })._shown.at(-1)?._options,
          );
        expect(await last()).toMatchObject({
          title: "Die Station ist stehen geblieben",
          body: `Port ${port} auf 127.0.0.1 wird von einem anderen Programm benutzt; wählen Sie einen anderen mit --port. Von selbst startet sie nicht wieder, und nichts wird empfangen.`,
        });
        await desktop.inMain(({ Notification }) => {
          (Notification as unknown as { _shown: Notices })._shown.at(-1)?.emit("click");
        });
        const isVisible = () => desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
        expect(await isVisible()).toBe(true);
        expect(await tray()).toContain("Die Station läuft nicht");
      },
    );

    it("is used in the notice of the console, by day and by night", async () => {
      await expect.poll(kind).toBe("failed");
      const notice = desktop.page.getByRole("alert").filter({ hasText: String(port) });
      expect((await notice.textContent())?.trim()).toMatch(
        /^Die Station hat angehalten: Port \d+ auf 127\.0\.0\.1 wird von einem anderen Programm benutzt/,
      );
      for (const [mode, colorScheme] of [
        ["day", "light"],
        ["night", "dark"],
      ] as const) {
        await desktop.page.emulateMedia({ colorScheme });
        await desktop.page.locator(`html[data-mode=${mode}]`).waitFor();
        await saveScreenshot(desktop.page, `station-stopped-de-${mode}`);
      }
    });

    it.runIf(isStandIn)("lets the computer sleep until it is back", async () => {
      const isAwake = () =>
        desktop.inMain(({ powerSaveBlocker }) => [1, 2, 3, 4].some((id) => powerSaveBlocker.isStarted(id)));
      expect(await isAwake()).toBe(false);
      await new Promise((resolve) => other?.close(resolve));
      await desktop.page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.station.restart());
      await expect.poll(kind, { timeout: 30_000 }).toBe("running");
      await expect.poll(isAwake).toBe(true);
    });

    it("is used on the starting page again when the page of the console crashes in the meantime", async () => {
      const address = () =>
        desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());
      other = await takeItsPlace();
      await expect.poll(kind).toBe("restarting");
      await desktop.inMain(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      );
      // The test's own connection has lost the page with it.
      await expect.poll(address).toBe(startingPage("de", false));
      await new Promise((resolve) => other?.close(resolve));
      await expect.poll(address, { timeout: 45_000 }).toMatch(`http://127.0.0.1:${port}/`);
    });
  });
});
