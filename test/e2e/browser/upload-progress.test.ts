import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { GPX } from "../../support/dropped-logs.ts";
import { RIVER } from "../../support/zones.ts";

/** Keeps what the page says of an upload, also what it says only for a moment. */
const WATCH_UPLOADS = `
  window.uploadTexts = [];
  new MutationObserver(() => {
    const text = document.querySelector("[data-testid=upload-state]")?.textContent;
    if (text !== undefined && text !== window.uploadTexts.at(-1)) window.uploadTexts.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });`;

const PADDING = " ".repeat(150_000);

/** Sends as a slow network does; resolves with a function that ends it. */
async function slowDown(page: Page): Promise<() => Promise<unknown>> {
  const network = await page.context().newCDPSession(page);
  const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", { ...fast, uploadThroughput: 150_000 });
  return () => network.send("Network.emulateNetworkConditions", fast);
}

describe.skipIf(browserPath === undefined)("a file that takes a while to be sent", () => {
  const shown = useConsole();

  async function openWatched(address: string): Promise<Page> {
    // The pack is none.
    const page = await shown.open(address, { isExpected: (complaint) => complaint.endsWith("/evidence/verify") });
    await page.getByTestId("nav-live").waitFor();
    await page.evaluate(WATCH_UPLOADS);
    return page;
  }

  /** First the share that was sent, which only grows, and at the end that the station works on it. */
  async function expectProgress(page: Page, name: string, working: string): Promise<void> {
    const texts = await page.evaluate<readonly string[]>("window.uploadTexts");
    const shares = texts.slice(0, -1).map((text) => Number(/: (\d+)\s% of 1\d\d\skB$/.exec(text)?.[1]));
    expect(texts[0]).toContain(`Sending ${name}: `);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.some((share) => share > 0 && share < 100)).toBe(true);
    expect(texts.at(-1)).toBe(working);
  }

  it("shows the share of a flight log that was sent, and stops when the user cancels", async () => {
    const page = await openWatched("#/flights");
    await page.keyboard.press("i");
    const log = { name: "long.gpx", mimeType: "application/gpx+xml", buffer: Buffer.from(GPX + PADDING) };
    const hasten = await slowDown(page);
    await page.getByTestId("import-files").setInputFiles(log);
    await page
      .getByTestId("upload-state")
      .getByText(/ [1-9]\d?\s% of /)
      .waitFor();
    // Said once to screen readers, and not with every percent.
    expect(await page.getByTestId("import-announcement").textContent()).toContain("Reading long.gpx…");
    await saveScreenshot(page, "upload-progress-day");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.evaluate("window.uploadTexts = []");
    await page.keyboard.press("i");
    await page.getByTestId("import-files").setInputFiles(log);
    await page.getByTestId("import-do").getByText("Import 1 flight").waitFor();
    await expectProgress(page, "long.gpx", "Reading long.gpx…");
    await page.evaluate("window.uploadTexts = []");
    await page.getByTestId("import-do").click();
    await page.getByText("1 flight was imported.").waitFor();
    await expectProgress(page, "long.gpx", "Reading long.gpx…");
    await hasten();
  });

  it("shows the share of zones and of an evidence pack that was sent", async () => {
    const page = await openWatched("#/settings");
    const hasten = await slowDown(page);
    await page.getByTestId("import-zones").click();
    const zones = { name: "river.txt", mimeType: "text/plain", buffer: Buffer.from(RIVER + PADDING) };
    await page.getByTestId("zones-file").setInputFiles(zones);
    await page.getByTestId("zones-found").getByText("1 zone found").waitFor();
    await expectProgress(page, "river.txt", "Reading the file…");
    await page.keyboard.press("Escape");

    await hasten();
    await page.goto(`${shown.station.url}/#/evidence`);
    await page.evaluate("window.uploadTexts = []");
    await slowDown(page);
    const pack = { name: "pack.zip", mimeType: "application/zip", buffer: Buffer.from(PADDING) };
    await page.getByTestId("verify-file").setInputFiles(pack);
    await page.getByRole("alert").waitFor();
    await expectProgress(page, "pack.zip", "Checking pack.zip");
  });
});
