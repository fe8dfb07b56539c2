import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, makeDataDir } from "./support/journeys.ts";

describeJourneys("closing the window while files are under way", (launch) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;

  beforeAll(async () => {
    desktop = await launch({ dataDir, args: ["--port", String(await findFreePort())] });
    await desktop.page.waitForURL((url) => url.protocol === "http:");
    await desktop.page.waitForSelector("#app > *", { state: "attached" });
  });
  afterAll(async () => {
    await desktop.quit();
    remove();
  });

  const work = (count: number) =>
    desktop.page.evaluate((now) => (globalThis as unknown as ConsolePage).fieldstation.work.set(now), count);
  /** Closes the window as its button does; the person answers with the button of that number. */
  const close = (response: number) =>
    desktop.inMain(({ dialog, BrowserWindow }, chosen) => {
      dialog.showMessageBox = (async (_window: unknown, options: object) => {
        Reflect.set(globalThis, "question", options);
        return { response: chosen, checkboxChecked: false };
      }) as unknown as typeof dialog.showMessageBox;
      BrowserWindow.getAllWindows()[0]?.close();
    }, response);

  it("asks first, and stays open if the user wants that", async () => {
    await work(2);
    await close(0);
    const question = () => desktop.inMain(() => Reflect.get(globalThis, "question") as object | undefined);
    await expect.poll(question).toMatchObject({
      message: "Close although work is in progress?",
      detail: "Exports, uploads or imports are running: they would be interrupted.",
      buttons: ["Continue", "Quit anyway"],
    });
    expect(await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  it("ends the app if the user abandons them", async () => {
    await work(1);
    await close(1);
    expect(await desktop.exited).toBe(0);
  });
});
