import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, makeDataDir } from "./support/journeys.ts";

describeJourneys("the native menu", (launch) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;

  beforeAll(async () => {
    desktop = await launch({ dataDir, args: ["--port", String(await findFreePort())] });
    await desktop.page.waitForURL((url) => url.protocol === "http:");
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  const pick = (id: string): Promise<void> =>
    desktop.inMain(({ Menu }, entry) => Menu.getApplicationMenu()?.getMenuItemById(entry)?.click(), id);

  it("hands its commands to the console", async () => {
    await desktop.page.evaluate(() => {
      const heard: string[] = [];
      Reflect.set(globalThis, "heard", heard);
      (globalThis as unknown as ConsolePage).fieldstation.menu.onCommand((command) => heard.push(command));
    });
    await pick("toggle-night");
    await pick("show-sources");
    await expect
      .poll(() => desktop.page.evaluate(() => Reflect.get(globalThis, "heard") as string[]))
      .toEqual(["toggle-night", "show-sources"]);
  });

  it("opens the same console in the person's own browser", async () => {
    await desktop.inMain(({ shell }) => {
      shell.openExternal = async (address) => void Reflect.set(globalThis, "openedAddress", address);
    });
    await pick("open-in-browser");
    const opened = (): Promise<unknown> => desktop.inMain(() => Reflect.get(globalThis, "openedAddress") as unknown);
    await expect.poll(opened).toEqual(expect.stringMatching(new URL(desktop.page.url()).origin));
  });

  it("gives the console the recording that the person chose", async () => {
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

  it("gives nothing when the person cancels", async () => {
    await desktop.inMain(({ dialog }) => {
      dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] });
    });
    const chosen = await desktop.page.evaluate(async () => {
      const recording = await (globalThis as unknown as ConsolePage).fieldstation.openRecording();
      return recording === undefined ? "nothing" : "something";
    });
    expect(chosen).toBe("nothing");
  });

  it("speaks the language that the console shows", async () => {
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
