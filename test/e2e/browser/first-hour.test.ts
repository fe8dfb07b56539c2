import { Buffer } from "node:buffer";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startStationInProcess, type StationInProcess } from "../../support/station-in-process.ts";
import { browserPath, disableRelief, openPage, useBrowser, type WatchedPage } from "../../support/browser.ts";
import { crowdOf } from "../../support/crowd.fixture.ts";
import { GPX } from "../../support/dropped-logs.ts";
import { writeElevationTile } from "../../support/elevation-tile.ts";
import { pmtilesOf, pngOf } from "../../support/tile-files.ts";

const PLACE = { latitude: 47.5, longitude: 15.5 };
/** The last four characters of a serial number tell five thousand apart. */
const CROWD = 60;
const WANTED = "0037";

/** Counts clicks and keys: each task of docs/first-hour.md has a counter of its own. */
class Hand {
  #clicks = 0;
  #keys = 0;
  #drops = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator, position?: { readonly x: number; readonly y: number }): Promise<void> {
    this.#clicks += 1;
    await target.click(position === undefined ? {} : { position });
  }

  /** One key, or several at once. */
  async press(key: string): Promise<void> {
    this.#keys += 1;
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.#keys += text.length;
    await this.#page.keyboard.type(text);
  }

  async drop(name: string, content: Uint8Array): Promise<void> {
    this.#drops += 1;
    const text = JSON.stringify(Buffer.from(content).toString("base64"));
    await this.#page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(${text}), (c) => c.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}));
      for (const type of ["dragover", "drop"]) {
        window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    })()`);
  }

  /** As the page of the documentation writes it. */
  count(): string {
    const parts = [
      [this.#drops, "drop", "drops"],
      [this.#keys, "key", "keys"],
      [this.#clicks, "click", "clicks"],
    ] as const;
    return parts.flatMap(([n, one, many]) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`])).join(", ");
  }
}

/** The counts that docs/first-hour.md gives, by task. */
function documentedCounts(): Readonly<Record<string, string>> {
  const text = readFileSync(resolve(import.meta.dirname, "../../../docs/first-hour.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| **"));
  return Object.fromEntries(
    rows.map((row) => {
      const [, task = "", , now = ""] = row.split("|").map((cell) => cell.trim());
      return [task.replaceAll("**", ""), now];
    }),
  );
}

describe.skipIf(browserPath === undefined)("the first hour of a new user", () => {
  const tiles = mkdtempSync(join(tmpdir(), "fieldstation-tiles-"));
  let station: StationInProcess;
  let opened: WatchedPage;

  beforeAll(async () => {
    // Ground of 300 m, as somebody has it who has copied the terrain of the country.
    writeElevationTile(tiles, "N47E015", () => 300);
    station = await startStationInProcess({
      rendererDir: inject("builtConsole"),
      localOperator: true,
      testClient: false,
      elevationDir: tiles,
    });
    const response = await fetch(`${station.url}/station/v1/ingest/scout`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: crowdOf(CROWD, PLACE, Date.now()),
    });
    if (!response.ok) throw new Error(`a push was answered with ${response.status}`);
    opened = await openPage(await useBrowser());
    await disableRelief(opened.page);
  });
  afterAll(async () => {
    await opened?.context.close();
    await station?.[Symbol.asyncDispose]();
    rmSync(tiles, { recursive: true });
  });

  it("needs as many clicks and keys as its page states", async () => {
    const { page, complaints } = opened;
    const counted: Record<string, string> = {};
    const task = async (name: string, act: (hand: Hand) => Promise<void>) => {
      const hand = new Hand(page);
      await act(hand);
      counted[name] = hand.count();
    };
    const map = page.getByTestId("map");
    const card = page.getByTestId("operation-card");
    await page.goto(`${station.url}/#/?at=${PLACE.latitude},${PLACE.longitude},11`);
    await page.locator("[role=option]").first().waitFor();
    await task("Look at one aircraft", async (hand) => {
      await hand.click(page.locator("[role=option]").first());
      await card.waitFor();
    });
    await task("Plug something in", async (hand) => {
      await hand.click(page.getByTestId("nav-sources"));
      await hand.click(page.getByTestId("add-source"));
      await hand.click(page.getByTestId("kind-udp"));
      await hand.click(page.getByTestId("save-source"));
      await page.getByTestId("sources").getByText("127.0.0.1:9999", { exact: true }).waitFor();
    });
    await page.goto(`${station.url}/#/settings`);
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();

    await task("Find one of 5,000 aircraft", async (hand) => {
      await hand.press("Control+k");
      await page.locator("[data-testid=search-text]:focus").waitFor();
      await hand.type(WANTED);
      await page.getByRole("option", { name: new RegExp(WANTED) }).waitFor();
      await hand.press("Enter");
      await card.getByText(WANTED).first().waitFor();
    });
    await task("Export its track", async (hand) => {
      await hand.click(page.getByTestId("export"));
      const download = page.waitForEvent("download");
      await hand.click(page.getByTestId("export-gpx"));
      expect((await download).suggestedFilename()).toMatch(/\.gpx$/);
    });
    await page.getByRole("button", { name: "Close the card" }).click();
    await card.waitFor({ state: "detached" });
    await task("Measure a distance", async (hand) => {
      await hand.press("m");
      await page.locator("[data-testid=measure][aria-pressed=true]").waitFor();
      await hand.click(map, { x: 550, y: 200 });
      await hand.click(map, { x: 700, y: 300 });
      await page
        .getByTestId("measured")
        .getByText(/^\d+(\.\d+)?\s(m|km)$/)
        .waitFor();
    });
    await page.keyboard.press("Escape");
    await task("Show a map of one's own", async (hand) => {
      const metadata = { name: "Own sheet", attribution: "© Own maps" };
      const sheet = [{ z: 0, x: 0, y: 0, bytes: pngOf([200, 40, 40]) }];
      await hand.drop("own.pmtiles", pmtilesOf({ tiles: sheet, type: 2, metadata }));
      await page.getByTestId("map-set-credit").getByText("© Own maps").waitFor();
    });
    await task("Replay the last ten minutes", async (hand) => {
      await hand.press("r");
      await page.getByTestId("replay-notice").waitFor();
    });
    await task("Go back to live", async (hand) => {
      await hand.press("b");
      await page.getByTestId("replay-notice").waitFor({ state: "detached" });
    });
    await task("Plan a circle", async (hand) => {
      await hand.press("p");
      // The map of the page before is one too, until the page of the plan is loaded.
      await page.getByTestId("plan-save").waitFor();
      await page.locator("[data-testid=map][data-world=detailed]").waitFor();
      await hand.click(map, { x: 200, y: 300 });
      await page.getByTestId("plan-points").getByRole("listitem").waitFor();
      await page
        .getByTestId("plan-ceiling-hint")
        .getByText(/420\sm/)
        .waitFor();
      await hand.click(page.getByTestId("plan-save"));
      await page
        .getByTestId("flight-facts")
        .getByText(/^420\sm/)
        .waitFor();
    });
    await task("Import a flight log", async (hand) => {
      await page.getByTestId("nav-flights").click();
      await page.getByTestId("import-logs").waitFor();
      await hand.drop("evening.gpx", Buffer.from(GPX));
      await page.getByTestId("import-preview").getByText("Evening round").waitFor();
      await hand.click(page.getByTestId("import-do"));
      await page.getByText("1 flight was imported.").waitFor();
    });

    expect(counted).toEqual(documentedCounts());
    expect(complaints).toEqual([]);
  });
});
