import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeGeopackage } from "../../../server/storage/geopackage-tiles.fixture.ts";
import { pmtilesOf, pngOf } from "../../support/tile-files.ts";
import type { Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, makeDataDir } from "./support/journeys.ts";

const TRACK = `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
<trkpt lat="47.05" lon="15.43"><ele>400</ele><time>2026-11-22T10:00:00Z</time></trkpt>
<trkpt lat="47.051" lon="15.431"><ele>410</ele><time>2026-11-22T10:00:10Z</time></trkpt>
<trkpt lat="47.052" lon="15.432"><ele>420</ele><time>2026-11-22T10:00:20Z</time></trkpt>
</trkseg></trk></gpx>`;

/** A demonstration: its operator is signed in, and its source receives. */
describeJourneys("files, links and a source that receives", (launch, { isStandIn }) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;
  let port: string;
  let paths: Readonly<Record<"log" | "recording" | "map" | "geopackage" | "letter", string>>;

  beforeAll(async () => {
    mkdirSync(dataDir);
    paths = {
      log: join(dataDir, "hill.gpx"),
      recording: join(dataDir, "roof.pcap"),
      map: join(dataDir, "valley.pmtiles"),
      geopackage: join(dataDir, "hills.gpkg"),
      letter: join(dataDir, "letter.docx"),
    };
    writeFileSync(paths.log, TRACK);
    writeFileSync(paths.recording, "");
    writeFileSync(paths.map, pmtilesOf({ tiles: [{ z: 0, x: 0, y: 0, bytes: pngOf([1, 2, 3]) }], type: 2 }));
    writeGeopackage(paths.geopackage, {
      tiles: [{ zoom: 0, column: 0, row: 0, bytes: Buffer.from(pngOf([1, 2, 3])) }],
    });
    writeFileSync(paths.letter, "Dear operator");
    port = String(await findFreePort());
    desktop = await launch({ dataDir, args: ["--demo", "--port", port, paths.log] });
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  /** Starts the app once more, as the system does for a double click on a file. */
  const startAgain = async (...files: readonly string[]): Promise<void> => {
    await expect(launch({ dataDir, args: ["--demo", "--port", port, ...files] })).rejects.toThrow(
      /ended|closed|failed/i,
    );
  };
  /** As macOS hands files and links over; the event is Electron's own kind there. */
  const handOver = (event: "open-file" | "open-url", what: string): Promise<void> =>
    desktop.inMain(({ app }, [name, value]) => void app.emit(name, { preventDefault: () => undefined }, value), [
      event,
      what,
    ] as const);
  const path = (): string => new URL(desktop.page.url()).hash;

  it("shows a flight log that it was started with in the import dialog", async () => {
    const dialog = desktop.page.getByRole("dialog");
    await dialog.getByTestId("import-preview").getByText("hill.gpx").waitFor();
    await desktop.page.getByTestId("import-do").and(desktop.page.locator(":enabled")).waitFor();
    expect(path()).toMatch(/^#\/flights/);
    await desktop.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("adds a map where it lies, and refuses what is none of its files with a sentence", async () => {
    await handOver("open-file", paths.map);
    await desktop.page.getByTestId("map-sets").getByText("valley").first().waitFor();
    expect(path()).toMatch(/^#\/(\?|$)/);
    await handOver("open-file", paths.geopackage);
    await desktop.page
      .getByTestId("map-sets")
      .getByText(/^Pictures, GeoPackage, /)
      .waitFor();
    await handOver("open-file", paths.letter);
    await desktop.page.getByText("Fieldstation cannot open letter.docx.").waitFor();
  });

  it("follows a link to a page, and no other", async () => {
    await handOver("open-url", "fieldstation://page/settings");
    await desktop.page.getByTestId("desktop-settings").waitFor();
    await handOver("open-url", "fieldstation://page/../../evil");
    await desktop.page.getByText("This link leads nowhere in Fieldstation").waitFor();
    expect(path()).toMatch(/^#\/settings/);
  });

  it("shows its log files and how much it keeps of pages and the online map, which can be emptied", async () => {
    await desktop.inMain(({ shell }) => {
      shell.openPath = (folder) => {
        Reflect.set(globalThis, "openedFolder", folder);
        return Promise.resolve("");
      };
    });
    await desktop.page.getByTestId("show-logs").click();
    const opened = () => desktop.inMain(() => Reflect.get(globalThis, "openedFolder") as string | undefined);
    await expect.poll(opened).toBe(join(dataDir, "logs"));
    const kept = () => desktop.page.getByTestId("cache-size").textContent();
    await expect.poll(kept).toMatch(isStandIn ? /^4\.2\sMB$/ : /^\d.*B$/);
    await desktop.page.getByTestId("clear-cache").click();
    if (isStandIn) await expect.poll(kept).toMatch(/^0\sB$/);
  });

  it.runIf(isStandIn)(
    "keeps the computer awake while its source is active, unless that is switched off in the settings",
    async () => {
      const isAwake = () =>
        desktop.inMain(({ powerSaveBlocker }) => [1, 2, 3].map((id) => powerSaveBlocker.isStarted(id)));
      await expect.poll(isAwake).toEqual([true, false, false]);
      const awake = desktop.page.getByRole("switch", { name: "Stay awake while a source is active" });
      await awake.click();
      await expect.poll(isAwake).toEqual([false, false, false]);
      await awake.click();
      await expect.poll(isAwake).toEqual([false, true, false]);

      const sources = `http://127.0.0.1:${port}/station/v1/sources`;
      const [source] = (await (await fetch(sources)).json()) as readonly { readonly id: string }[];
      const switchOn = (enabled: boolean) =>
        fetch(`${sources}/${source?.id}`, {
          method: "PATCH",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ enabled }),
        });
      expect((await switchOn(false)).ok).toBe(true);
      await expect.poll(isAwake).toEqual([false, false, false]);
      expect((await switchOn(true)).ok).toBe(true);
      await expect.poll(isAwake).toEqual([false, false, true]);
    },
  );

  it.skipIf(process.platform === "darwin")(
    "asks once what closing the window does, stays beside the clock, and replays what a second start hands over",
    async () => {
      const isVisible = () =>
        desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible()));
      const close = () => desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
      const questions = () => desktop.inMain(() => Reflect.get(globalThis, "questions") as string[]);
      const answer = (response: number) =>
        desktop.inMain(({ dialog }, given) => {
          Reflect.set(globalThis, "questions", []);
          dialog.showMessageBox = (async (_window: object, { message }: { message: string }) => {
            (Reflect.get(globalThis, "questions") as string[]).push(message);
            return { response: given, checkboxChecked: false };
          }) as typeof dialog.showMessageBox;
        }, response);

      await answer(2);
      await close();
      await expect.poll(questions).toEqual([expect.stringMatching(/^Keep receiving/)]);
      expect(await isVisible()).toEqual([true]);

      await answer(0);
      await close();
      await expect.poll(isVisible).toEqual([false]);
      await startAgain(paths.recording);
      await expect.poll(isVisible).toEqual([true]);
      const dialog = desktop.page.getByRole("dialog");
      await expect.poll(() => dialog.locator("input.input").first().inputValue()).toBe(paths.recording);
      await desktop.page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await close();
      await expect.poll(isVisible).toEqual([false]);
      expect(await questions()).toHaveLength(1);
    },
  );

  it.skipIf(process.platform === "darwin")("stays beside the clock also where nothing can be written", async () => {
    const isVisible = () =>
      desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible()));
    const close = () => desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
    // The new file cannot take its place, as on a disk that is full or fails.
    const obstacle = join(dataDir, "window/window.json.new");
    mkdirSync(obstacle);
    await close();
    await expect.poll(isVisible).toEqual([false]);
    rmSync(obstacle, { recursive: true });
    expect(readFileSync(join(dataDir, "logs/app.log"), "utf8")).toMatch(
      /Z the place of the window could not be saved: /,
    );
  });

  it.skipIf(process.platform === "darwin")("leaves a full screen before it goes, which would stay behind", async () => {
    const seen = () =>
      desktop.inMain(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((w) => [w.isVisible(), w.isFullScreen()]),
      );
    await desktop.inMain(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.show();
      window?.setFullScreen(true);
    });
    await expect.poll(seen).toEqual([[true, true]]);
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(seen).toEqual([[false, false]]);
  });

  it.runIf(isStandIn)("shows the state of its sources beside the clock, and opens the window from there", async () => {
    const tray = (): Promise<string> =>
      desktop.inMain(({ Tray }) => {
        const [shown] = (Tray as unknown as { _list: readonly { _toolTip: string }[] })._list;
        return shown?._toolTip ?? "none";
      });
    await expect.poll(tray).toBe("Fieldstation\nReceiving");
    await desktop.inMain(({ Tray }) => {
      const [shown] = (Tray as unknown as { _list: readonly { emit(name: string): void }[] })._list;
      shown?.emit("click");
    });
    await expect
      .poll(() => desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => w.isVisible())))
      .toEqual([true]);
  });

  it.runIf(isStandIn)("notifies of an alert while its window is closed, and a click shows the aircraft", async () => {
    type Shown = readonly { readonly _options: { readonly title: string }; emit(name: string): void }[];
    const isVisible = () => desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    const titles = () =>
      desktop.inMain(({ Notification }) =>
        (Notification as unknown as { _shown: Shown })._shown.map((one) => one._options.title),
      );
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(isVisible).toBe(false);
    const rule = { name: "Stranger", kind: "unknown_id", known: [], severity: "critical" };
    const answer = await fetch(`http://127.0.0.1:${port}/station/v1/alert-rules`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(rule),
    });
    expect(answer.ok).toBe(true);
    await expect.poll(async () => (await titles()).some((title) => title.includes("Stranger"))).toBe(true);
    await desktop.inMain(({ Notification }) => {
      (Notification as unknown as { _shown: Shown })._shown[0]?.emit("click");
    });
    await expect.poll(isVisible).toBe(true);
    await expect.poll(path).toMatch(/^#\/\?.*aircraft=/);
  });
});
