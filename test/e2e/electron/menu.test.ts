import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, makeDataDir } from "./support/journeys.ts";

describeJourneys("the native menu", (launch, { isStandIn }) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;
  let releases: Server;
  let asked: string[];

  beforeAll(async () => {
    asked = [];
    releases = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end(JSON.stringify({ tag_name: "v99.0.0", html_url: "https://example.org/releases/v99.0.0" }));
    });
    await new Promise<void>((resolve) => releases.listen(0, "127.0.0.1", resolve));
    const feed = `http://127.0.0.1:${(releases.address() as AddressInfo).port}/latest`;
    const env = { ...process.env, STATION_RELEASE_FEED: feed };
    desktop = await launch({ dataDir, env, args: ["--port", String(await findFreePort())] });
    await desktop.page.waitForURL((url) => url.protocol === "http:");
  });
  afterAll(async () => {
    await desktop.quit();
    releases.close();
    remove();
  });

  const pick = (id: string): Promise<void> =>
    desktop.inMain(({ Menu }, entry) => Menu.getApplicationMenu()?.getMenuItemById(entry)?.click(), id);

  it("hands its commands to the console", async () => {
    await desktop.page.evaluate(() => {
      const received: string[] = [];
      Reflect.set(globalThis, "received", received);
      (globalThis as unknown as ConsolePage).fieldstation.menu.onCommand((command) => received.push(command));
    });
    await pick("toggle-night");
    await pick("show-sources");
    await pick("show-help");
    await expect
      .poll(() => desktop.page.evaluate(() => Reflect.get(globalThis, "received") as string[]))
      .toEqual(["toggle-night", "show-sources", "show-help"]);
  });

  it("opens the same console in the user's browser", async () => {
    await desktop.inMain(({ shell }) => {
      shell.openExternal = async (address) => void Reflect.set(globalThis, "openedAddress", address);
    });
    await pick("open-in-browser");
    const opened = (): Promise<unknown> => desktop.inMain(() => Reflect.get(globalThis, "openedAddress") as unknown);
    await expect.poll(opened).toEqual(expect.stringMatching(new URL(desktop.page.url()).origin));
  });

  it("opens the settings, as a link does", async () => {
    await pick("settings");
    const waiting = () =>
      desktop.page.evaluate(async () => {
        const opened = await (globalThis as unknown as ConsolePage).fieldstation.openRequests.take();
        return opened.map((one) => (one.kind === "link" ? one.link : one.kind));
      });
    await expect.poll(waiting).toEqual([{ kind: "page", page: "settings" }]);
  });

  it("describes itself in a dialog of its own language", async () => {
    await desktop.inMain(({ dialog }) => {
      dialog.showMessageBox = (async (options: object) => {
        Reflect.set(globalThis, "about", options);
        return { response: 0, checkboxChecked: false };
      }) as unknown as typeof dialog.showMessageBox;
    });
    await pick("about");
    const about = await desktop.inMain(
      () => Reflect.get(globalThis, "about") as { message: string; buttons: string[] },
    );
    expect(about.message).toMatch(/^Fieldstation \d/);
    // Otherwise the button would be in the language of the system.
    expect(about.buttons).toEqual(["Close"]);
  });

  it("passes the recording that the person chose to the console", async () => {
    const path = join(dataDir, "flight.pcap");
    writeFileSync(path, "twelve bytes");
    await desktop.inMain(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    }, path);
    const chosen = await desktop.page.evaluate(() =>
      (globalThis as unknown as ConsolePage).fieldstation.openRecording(),
    );
    expect(chosen).toEqual({ path, name: "flight.pcap", sizeBytes: 12 });
  });

  it("passes the backup that the person chose to the console, by a dialog that states its purpose", async () => {
    const path = join(dataDir, "monday.sqlite.age");
    writeFileSync(path, "twelve bytes");
    await desktop.inMain(({ dialog }, chosen) => {
      dialog.showOpenDialog = async (...options: unknown[]) => {
        Reflect.set(globalThis, "openOptions", options.at(-1));
        return { canceled: false, filePaths: [chosen] };
      };
    }, path);
    const chosen = await desktop.page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.openBackup());
    expect(chosen).toEqual({ path, name: "monday.sqlite.age", sizeBytes: 12 });
    expect(await desktop.inMain(() => Reflect.get(globalThis, "openOptions"))).toMatchObject({
      title: "Restore a backup",
      filters: [{ extensions: ["sqlite", "age"] }, { extensions: ["*"] }],
    });
  });

  it("passes nothing when the person cancels", async () => {
    await desktop.inMain(({ dialog }) => {
      dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
    });
    const chosen = await desktop.page.evaluate(async () => {
      const recording = await (globalThis as unknown as ConsolePage).fieldstation.openRecording();
      return recording === undefined ? "nothing" : "something";
    });
    expect(chosen).toBe("nothing");
  });

  const chooseToSave = (filePath: string): Promise<void> =>
    desktop.inMain(({ dialog }, chosen) => {
      dialog.showSaveDialog = async (...options: unknown[]) => {
        Reflect.set(globalThis, "saveOptions", options.at(-1));
        return { canceled: chosen === "", filePath: chosen };
      };
    }, filePath);
  const suggested = (): Promise<string> =>
    desktop.inMain(() => (Reflect.get(globalThis, "saveOptions") as { defaultPath: string }).defaultPath);

  it("saves the page as a PDF where the person chose", async () => {
    const path = join(dataDir, "page.pdf");
    await chooseToSave(path);
    await pick("save-pdf");
    await expect.poll(() => existsSync(path) && readFileSync(path).subarray(0, 5).toString("latin1")).toBe("%PDF-");
    expect(await suggested()).toMatch(/^Fieldstation.*\.pdf$/);
  });

  it("saves diagnostics without secrets and without the person's names", async () => {
    const path = join(dataDir, "diagnostics.zip");
    const secrets = [
      "correct horse battery",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2ln",
      "ada@example.org",
      homedir(),
    ];
    const [password, token, email, home] = secrets;
    appendFileSync(
      join(dataDir, "logs/station.log"),
      `{"msg":"test","password":"${password}","header":"Bearer ${token}","email":"${email}","path":"${home}/a.gpx"}\n`,
    );
    await chooseToSave(path);
    await pick("save-diagnostics");
    const read = () => unzipSync(readFileSync(path));
    await expect.poll(read).toBeTruthy();
    const files = read();
    expect(await suggested()).toMatch(/^fieldstation-diagnostics-\d{4}-\d{2}-\d{2}\.zip$/);
    expect(Object.keys(files).toSorted()).toEqual([
      "README.txt",
      "app.json",
      "logs/app.log",
      "logs/station.log",
      "station.json",
    ]);
    const texts = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join("\n");
    expect(texts).toContain('"msg":"test"');
    expect(texts).toMatch(/Z Fieldstation \d+\.\d+\.\d+ starts\.$/m);
    expect(JSON.parse(strFromU8(files["station.json"] ?? new Uint8Array()))).toMatchObject({
      state: { kind: "running" },
      health: { status: 200, body: { status: "ok" } },
    });
    expect(JSON.parse(strFromU8(files["app.json"] ?? new Uint8Array()))).toMatchObject({
      fieldstation: expect.any(String),
      settings: { checkUpdates: false },
    });
    const { username } = userInfo();
    for (const secret of [...secrets, ...(username.length > 2 ? [`/${username}/`] : [])]) {
      expect(texts).not.toContain(secret);
    }
  });

  it("asks for permission before it contacts the release page, and opens only that page", async () => {
    expect(asked).toEqual([]);
    await desktop.inMain(({ dialog, shell }) => {
      const answers = [2, 0, 0];
      const shown: string[] = [];
      Reflect.set(globalThis, "shown", shown);
      dialog.showMessageBox = (async ({ message }: { message: string }) => {
        shown.push(message);
        return { response: answers.shift() ?? 0, checkboxChecked: false };
      }) as unknown as typeof dialog.showMessageBox;
      shell.openExternal = async (address) => void shown.push(address);
    });
    const shown = (): Promise<string[]> => desktop.inMain(() => Reflect.get(globalThis, "shown") as string[]);
    await pick("check-for-updates");
    await expect.poll(shown).toEqual(["Check for updates?"]);
    expect(asked).toEqual([]);
    await pick("check-for-updates");
    await expect
      .poll(shown)
      .toEqual([
        "Check for updates?",
        "Check for updates?",
        "Fieldstation 99.0.0 is available",
        "https://example.org/releases/v99.0.0",
      ]);
    expect(asked).toEqual(["/latest"]);
  });

  it.runIf(isStandIn)(
    "shows alerts as notifications while the window is not in front, as the settings say",
    async () => {
      type Shown = readonly { readonly _options: object; emit(name: string): void }[];
      const notices = (): Promise<unknown[]> =>
        desktop.inMain(({ Notification }) =>
          (Notification as unknown as { _shown: Shown })._shown.map((one) => one._options),
        );
      const notify = (alertId: string): Promise<void> =>
        desktop.page.evaluate(
          (id) =>
            (globalThis as unknown as ConsolePage).fieldstation.alerts.notify({
              alertId: id,
              title: "Alert: Airfield",
              body: "",
              isCritical: true,
            }),
          alertId,
        );
      const change = (notifyAlerts: boolean): Promise<void> =>
        desktop.page.evaluate(
          (isOn) => (globalThis as unknown as ConsolePage).fieldstation.settings.change({ notifyAlerts: isOn }),
          notifyAlerts,
        );
      await desktop.page.evaluate(() => {
        const { alerts } = (globalThis as unknown as ConsolePage).fieldstation;
        alerts.onChosen((id) => Reflect.set(globalThis, "chosen", id));
      });
      await notify("in front");
      await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
      await change(false);
      await notify("switched off");
      await change(true);
      await notify("behind");
      await notify("behind");
      expect(await notices()).toEqual([{ title: "Alert: Airfield", body: "", silent: true, urgency: "critical" }]);
      await desktop.inMain(({ Notification }) => {
        (Notification as unknown as { _shown: Shown })._shown[0]?.emit("click");
      });
      await expect.poll(() => desktop.page.evaluate(() => Reflect.get(globalThis, "chosen") as unknown)).toBe("behind");
      expect(await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused())).toBe(true);
    },
  );

  it("has the language that the console shows", async () => {
    // Repeated, because the console itself asks for its own language once, when it has loaded.
    const labelIn = async (language: string): Promise<string | undefined> => {
      await desktop.page.evaluate(
        (tag) => (globalThis as unknown as ConsolePage).fieldstation.language.set(tag),
        language,
      );
      return desktop.inMain(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("about")?.label);
    };
    await expect.poll(() => labelIn("de")).toBe("&Über Fieldstation");
    await expect.poll(() => labelIn("cs")).toBe("O &aplikaci Fieldstation");
  });
});
