import type { Dialog, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pmtilesOf, pngOf } from "../../support/tile-files.ts";

const SHEET = pmtilesOf({
  tiles: [{ z: 0, x: 0, y: 0, bytes: pngOf([40, 40, 200]) }],
  type: 2,
  metadata: { name: "Blue sheet" },
});

/** Drops a file as a person does. */
function dropping(name: string, bytes: Uint8Array): string {
  return `(() => {
    const dataTransfer = new DataTransfer();
    const bytes = Uint8Array.from(atob("${Buffer.from(bytes).toString("base64")}"), (c) => c.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], "${name}"));
    for (const type of ["dragover", "drop"]) {
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  })()`;
}

/** Leaves the page as if its tab was closed; returns the browser's question, if it asks. */
async function leave(page: Page): Promise<Dialog | "left"> {
  const asked = new Promise<Dialog>((resolve) => page.once("dialog", resolve));
  const left = new Promise<"left">((resolve) => page.once("close", () => resolve("left")));
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked, left]);
}

describe.skipIf(browserPath === undefined)("leaving the console in a browser", () => {
  const shown = useConsole();

  it("asks for confirmation while a file is uploaded, and not after that", async () => {
    const page = await shown.open("#/?at=30,10,2");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/station/v1/map-sets?*", async (route) => {
      await held;
      await route.continue();
    });
    // A browser asks only on a page that somebody has used.
    await page.getByTestId("map-sets-open").click();
    await page.evaluate(dropping("blue.pmtiles", SHEET));
    await page.getByText("blue.pmtiles").first().waitFor();
    const question = await leave(page);
    if (question === "left") throw new Error("The page was left without a question.");
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    release();
    await page.getByTestId("map-sets").getByText("Blue sheet").waitFor();
    expect(await leave(page)).toBe("left");
  });
});
