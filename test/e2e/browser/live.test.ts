import { readFile, rm } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { browserPath, saveScreenshot, openPage, seriousViolations, useBrowser } from "../../support/browser.ts";
import { type OpenOptions, useConsole } from "../../support/console.ts";
import { sharedData } from "../../support/shared-data.ts";
import { startTestStation } from "../../support/station.ts";

/** The card with its margins. */
const CARD_PX = 372;

function aircraftOf(page: Page): Locator {
  return page.getByTestId("aircraft-list").getByRole("option");
}

/** Presses the down key twice, and returns whether that selected the first and then the second row of the list. */
async function choosesSecond(page: Page, chosen: Locator): Promise<boolean> {
  await page.getByTestId("aircraft-list").focus();
  await page.keyboard.press("ArrowDown");
  await chosen.waitFor();
  const first = page.locator(`[id="${await chosen.getAttribute("id")}"]`);
  await page.keyboard.press("ArrowDown");
  await first.and(page.locator("[aria-selected=false]")).waitFor();
  const places = await Promise.all([first, chosen].map((option) => option.getAttribute("aria-posinset")));
  if (places.join() === "1,2") return true;
  await page.keyboard.press("Escape");
  await page.getByTestId("operation-card").waitFor({ state: "detached" });
  return false;
}

describe.skipIf(browserPath === undefined)("the live page", () => {
  const shown = useConsole({ demo: true });

  async function open(address = "#/?at=47.07,15.44,12", opening: OpenOptions = {}): Promise<Page> {
    const page = await shown.open(address, opening);
    await aircraftOf(page).first().waitFor();
    return page;
  }

  it("selects an aircraft by keyboard alone, and deselects it by Escape", async () => {
    const page = await open();
    // The demonstration begins with one: below it there is nothing to go down to.
    await aircraftOf(page).nth(1).waitFor();
    const chosen = page.locator("[role=option][aria-selected=true]");
    // One that comes in between takes the place of the second: then it is done again.
    await expect.poll(() => choosesSecond(page, chosen)).toBe(true);
    expect(await chosen.count()).toBe(1);
    // An aircraft may say its name a moment after its position: both are of one moment.
    const heading = page.getByTestId("operation-card").getByRole("heading", { level: 2 });
    await expect
      .poll(async () => (await heading.textContent()) === (await chosen.locator(".name").textContent()))
      .toBe(true);
    await page.waitForURL(/aircraft=/);
    expect(page.url()).toContain("aircraft=");
    await page.keyboard.press("Escape");
    await page.getByTestId("operation-card").waitFor({ state: "detached" });
  });

  it("selects an aircraft by a click on the map", async () => {
    const page = await open();
    await page.getByTestId("aircraft-list").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const chosen = page.locator("[role=option][aria-selected=true]");
    const id = await chosen.getAttribute("id");
    await page.keyboard.press("Escape");
    await page.getByTestId("operation-card").waitFor({ state: "detached" });
    const box = await page.getByTestId("map").boundingBox();
    if (!box) throw new Error("the map is shown");
    // Enter has brought the aircraft into the middle of what the card leaves of the map.
    await page.mouse.click(box.x + (box.width - CARD_PX) / 2, box.y + box.height / 2);
    await chosen.waitFor();
    expect(await chosen.getAttribute("id")).toBe(id);
  });

  it("keeps its filter in the address, so that a reload keeps it", async () => {
    const page = await open();
    await aircraftOf(page).nth(1).waitFor();
    expect(await aircraftOf(page).count()).toBeGreaterThan(1);
    await page.getByTestId("filter-text").fill("plane06");
    await expect.poll(() => aircraftOf(page).count()).toBe(1);
    await page.reload();
    await aircraftOf(page).first().waitFor();
    expect(await page.getByTestId("filter-text").inputValue()).toBe("plane06");
    await expect.poll(() => aircraftOf(page).count()).toBe(1);
  });

  it("counts what the filters hide, and shows everything again with one click", async () => {
    const page = await open();
    await page.getByTestId("open-filters").click();
    await page.getByTestId("filter-technology-wifi_beacon").check();
    await page.keyboard.press("Escape");
    await page.getByTestId("active-technologies").waitFor();
    await expect.poll(() => page.getByTestId("list-hidden").textContent()).toMatch(/[1-9]\d* hidden by filters/);
    const passing = await aircraftOf(page).count();
    await page.getByTestId("filter-text").fill("nobody");
    await page.getByText(/No aircraft in view passes the filters: \d+ are hidden/).waitFor();
    await page.getByTestId("clear-filters").click();
    // Aircraft come and go while the demonstration runs: their number is no fixed one.
    await page.getByTestId("list-hidden").waitFor({ state: "detached" });
    await expect.poll(() => aircraftOf(page).count()).toBeGreaterThan(passing);
    await expect.poll(() => page.url()).not.toContain("technology");
  });

  it("keeps the view of the map in the address", async () => {
    const page = await open("#/?at=47.07,15.44,12");
    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(() => page.url(), { timeout: 15_000 }).toContain(",13");
    const address = page.url();
    await page.reload();
    await aircraftOf(page).first().waitFor();
    expect(page.url()).toBe(address);
  });

  it("shows a large region by approximate positions, and says so", async () => {
    // The middle, which the live stream serves, is far from the aircraft of the demonstration.
    const page = await open("#/?at=10,60,3", { pace: 4 });
    await aircraftOf(page).getByText("Approximate").first().waitFor();
    expect(await page.getByTestId("wide-view").textContent()).toContain("approximate");
    // One of the demonstration has a registration and no serial number.
    await aircraftOf(page).filter({ hasText: "FSDMA" }).first().click();
    const card = page.getByTestId("operation-card");
    await card.getByText("Serial number").waitFor();
  });

  it("moves an aircraft while the page is open", async () => {
    const page = await open();
    await aircraftOf(page).first().click();
    const position = page
      .getByTestId("operation-card")
      .locator("dd .mono")
      .filter({ hasText: /^-?\d+\.\d{5}, / })
      .first();
    const before = await position.textContent();
    await expect.poll(() => position.textContent(), { timeout: 20_000 }).not.toBe(before);
  });

  it("saves the track of an aircraft as GPX", async () => {
    const page = await open();
    await aircraftOf(page).first().click();
    await page.getByTestId("export").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-gpx").click()]);
    expect(download.suggestedFilename()).toMatch(/^[\w.-]+\.gpx$/);
    expect(await readFile(await download.path(), "utf8")).toContain("<trkpt");
    await page.getByText("Track saved").waitFor();
  });

  it("uses the units and the mode that a user has chosen, also after a restart", async () => {
    const page = await open();
    await page.getByTestId("nav-settings").click();
    await page.getByText("Feet and knots").click();
    await page.getByTestId("mode-switch").click();
    await page.getByTestId("nav-live").click();
    await page
      .locator("[role=option] .height", { hasText: /\d+\sft/ })
      .first()
      .waitFor();
    await page.reload();
    await page
      .locator("[role=option] .height", { hasText: /\d+\sft/ })
      .first()
      .waitFor();
    expect(await page.locator("html").getAttribute("data-mode")).toBe("night");
  });
});

describe.skipIf(browserPath === undefined)("a station that becomes unreachable", () => {
  it("is reported as unreachable, and the page continues without a reload when it is back", async () => {
    const renderer = inject("builtConsole");
    const first = await startTestStation({ demo: true, renderer });
    const { page, context } = await openPage(await useBrowser());
    onTestFinished(() => context.close());
    await page.goto(first.url);
    await aircraftOf(page).first().click();
    // The first aircraft come by a request of their own, perhaps before the live connection is there.
    await page.locator("[data-testid=station-state][data-state=connected]").waitFor();
    await first.kill();
    await page.locator("[data-testid=station-state][data-state=reconnecting]").waitFor();
    expect(await page.getByTestId("operation-card").isVisible()).toBe(true);
    const frozen = page.getByTestId("frozen");
    await frozen.getByText(/^Display frozen since \d\d:\d\d:\d\d UTC$/).waitFor();
    await page.getByTestId("sources-state").filter({ hasText: "Sources not known" }).waitFor();
    expect(await page.getByTestId("sources-state").textContent()).toContain("Sources not known");
    const filterOf = () => page.evaluate<string>(`getComputedStyle(document.querySelector(".map-view")).filter`);
    expect(await filterOf()).toBe("grayscale(1)");
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "live-frozen-day");

    const second = await startTestStation({
      demo: true,
      renderer,
      dataDir: first.dataDir,
      port: Number(new URL(first.url).port),
    });
    onTestFinished(async () => {
      await second.stop();
      await rm(first.dataDir, { recursive: true, force: true });
    });
    await page.locator("[data-testid=station-state][data-state=connected]").waitFor();
    await frozen.waitFor({ state: "detached" });
    expect(await filterOf()).toBe("none");
    const frames = page.getByTestId("list-count");
    await expect.poll(() => frames.textContent()).toMatch(/\d+ aircraft in view/);
    await page.locator("[role=option] > .is-active").first().waitFor();
  });
});

const capture = sharedData("rid-cdc-receiver", "parrot_anafi4_real.rid-only.pcap");

describe.skipIf(browserPath === undefined || capture === undefined)("a recording that is replayed", () => {
  const shown = useConsole();

  it("stays on the map while it is received, and is never mistaken for traffic", async () => {
    const page = await shown.open("");
    await page.locator("[data-testid=station-state][data-state=connected]").waitFor();
    const settings = { kind: "file", path: capture, speed: 1, loop: true };
    await shown.send("POST", "/station/v1/sources", { name: "Old flight", settings });

    // The map was empty, and goes to where something flies by itself.
    const row = page.locator("[role=option]").filter({ hasText: "Recording of" });
    await row.waitFor();
    expect(await row.textContent()).toContain("2023");
    await row.click();
    const card = page.getByTestId("operation-card");
    const note = card.getByText("A recording is being replayed");
    await card.getByText(/^received [0-5]\ss ago$/).waitFor();
    await saveScreenshot(page, "live-replay-day");
    // It goes on, longer than the picture takes to sweep out what it takes for gone.
    const before = await note.textContent();
    await expect.poll(() => note.textContent(), { timeout: 20_000 }).not.toBe(before);
    expect(await row.count()).toBe(1);
  });
});
