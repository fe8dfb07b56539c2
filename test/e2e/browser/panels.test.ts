import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath, overflows, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { isMapFilled, isSameMap, markMap } from "../../support/marked-map.ts";

const VIEW = "#/?at=47.07,15.44,12";

const mapOf = (page: Page): Locator => page.getByTestId("map");
const listOf = (page: Page): Locator => page.getByRole("region", { name: "Aircraft in view" });
const aircraftOf = (page: Page): Locator => page.getByTestId("aircraft-list").getByRole("option");
const cardOf = (page: Page): Locator => page.getByTestId("operation-card");
const timelineOf = (page: Page): Locator => page.getByTestId("timeline");

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not shown");
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** Where a panel stands, seen from the middle of the map. */
async function sidesOf(page: Page, panel: Locator) {
  const [map, box] = await Promise.all([boxOf(mapOf(page)), boxOf(panel)]);
  const isLeft = box.left + box.right < map.left + map.right;
  return { across: isLeft ? "left" : "right", down: box.bottom <= map.top + 1 ? "above" : "below" };
}

const acrossOf = async (page: Page, panel: Locator) => (await sidesOf(page, panel)).across;
const downOf = async (page: Page, panel: Locator) => (await sidesOf(page, panel)).down;

/** Takes a handle to a point of the window, and does not let it go. */
async function drag(page: Page, handle: Locator, to: { readonly x: number; readonly y: number }): Promise<void> {
  const { left, right, top, bottom } = await boxOf(handle);
  await page.mouse.move((left + right) / 2, (top + bottom) / 2);
  await page.mouse.down();
  await page.mouse.move((left + right) / 2 + 30, (top + bottom) / 2 + 30);
  await page.mouse.move(to.x, to.y);
}

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByTestId("search-text").fill(name);
  await page.getByRole("option", { name, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByTestId("search-text").waitFor({ state: "detached" });
}

const scrolledPx = (page: Page, part: string) => page.evaluate<number>(`document.querySelector("${part}").scrollTop`);
const scrollTo = (page: Page, part: string, px: number) =>
  page.evaluate(`document.querySelector("${part}").scrollTop = ${px}`);

/** Whether two parts of the page cover each other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([boxOf(one), boxOf(other)]);
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}

describe.skipIf(browserPath === undefined)("the panels around the map", () => {
  const shown = useConsole({ demo: true });

  it("are moved with the pointer and by keyboard, folded, kept over a reload, and put back", async () => {
    const page = await shown.open(VIEW);
    const list = listOf(page);
    await aircraftOf(page).first().click();
    await cardOf(page).waitFor();
    await markMap(page);
    expect([
      await acrossOf(page, list),
      await acrossOf(page, cardOf(page)),
      await downOf(page, timelineOf(page)),
    ]).toEqual(["left", "right", "below"]);

    // With the pointer: the two places are shown, and Escape leaves everything as it is.
    const { right, top, bottom } = await boxOf(mapOf(page));
    const middle = (top + bottom) / 2;
    await drag(page, page.getByTestId("panel-list"), { x: right - 100, y: middle });
    await page.locator(".target.is-chosen", { hasText: "List: right of the map" }).waitFor();
    await saveScreenshot(page, "panels-drag-day");
    await page.keyboard.press("Escape");
    await page.getByTestId("panel-targets").waitFor({ state: "detached" });
    await page.mouse.move(right - 140, middle);
    await page.mouse.up();
    expect(await acrossOf(page, list)).toBe("left");
    await cardOf(page).waitFor();
    expect(await page.getByRole("menu").count()).toBe(0);

    await drag(page, page.getByTestId("panel-list"), { x: right - 100, y: middle });
    await page.mouse.up();
    await expect.poll(() => acrossOf(page, list)).toBe("right");
    const card = await boxOf(cardOf(page));
    await drag(page, page.getByTestId("panel-card"), { x: card.left - 400, y: middle });
    await page.mouse.up();
    await expect.poll(() => acrossOf(page, cardOf(page))).toBe("left");
    expect(await overlap(cardOf(page), page.getByRole("button", { name: "Zoom in" }))).toBe(false);
    expect(await overlap(cardOf(page), page.getByTestId("colour-legend"))).toBe(false);
    expect(await isSameMap(page)).toBe(true);

    // By keyboard: the menu of a panel.
    await page.getByTestId("panel-timeline").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Move above the map" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => downOf(page, timelineOf(page))).toBe("above");
    await expect.poll(() => page.evaluate(`document.activeElement?.dataset.testid`)).toBe("panel-timeline");
    await expect.poll(() => isMapFilled(page)).toBe(true);
    expect(await isSameMap(page)).toBe(true);
    expect(await overflows(page)).toBe(false);
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "panels-moved-day");

    // The keyboard follows what is seen: the timeline, the card, the map, the list.
    expect(await focusOrder(page)).toEqual(["timeline-back", "timeline-slider", "panel-card", "map", "filter-text"]);

    // The edge of the list is dragged the other way now.
    const edge = page.getByRole("separator", { name: "Width of the list" });
    const before = Number(await edge.getAttribute("aria-valuenow"));
    await edge.press("ArrowLeft");
    await expect.poll(() => edge.getAttribute("aria-valuenow")).toBe(String(before + 16));

    await page.reload();
    await list.waitFor();
    await cardOf(page).waitFor();
    expect([
      await acrossOf(page, list),
      await acrossOf(page, cardOf(page)),
      await downOf(page, timelineOf(page)),
    ]).toEqual(["right", "left", "above"]);

    // Folded by keyboard, and brought back: the focus stays at the edge of the list.
    await markMap(page);
    const { right: mapRight } = await boxOf(mapOf(page));
    await page.getByTestId("panel-list").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Fold the list" }).press("Enter");
    await list.waitFor({ state: "detached" });
    await expect.poll(async () => (await boxOf(mapOf(page))).right).toBeGreaterThan(mapRight + 250);
    await expect.poll(() => isMapFilled(page)).toBe(true);
    await expect.poll(() => page.evaluate(`document.activeElement?.dataset.testid`)).toBe("list-unfold");
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await list.waitFor();
    await expect.poll(() => page.evaluate(`document.activeElement?.dataset.testid`)).toBe("panel-list");
    await runCommand(page, "Fold or show the card");
    await page.getByRole("region", { name: "Aircraft", exact: true }).waitFor({ state: "hidden" });
    await page.getByTestId("card-unfold").click();
    await page.getByRole("region", { name: "Aircraft", exact: true }).waitFor();

    await runCommand(page, "Usual layout of the panels");
    await page.getByText("The panels are at their usual places.").last().waitFor();
    await expect.poll(() => acrossOf(page, list)).toBe("left");
    expect([await acrossOf(page, cardOf(page)), await downOf(page, timelineOf(page))]).toEqual(["right", "below"]);
    expect(await edge.getAttribute("aria-valuenow")).toBe(String(before));
    expect(await isSameMap(page)).toBe(true);
  });

  it("keep how far they are scrolled and what is typed in them while they are moved", async () => {
    const page = await shown.open(VIEW, { width: 1280, height: 640 });
    await expect
      .poll(async () => Number(await aircraftOf(page).first().getAttribute("aria-setsize")))
      .toBeGreaterThan(8);
    await aircraftOf(page).first().click();
    await cardOf(page).waitFor();
    await page.getByTestId("add-note").click();
    await page.getByTestId("note-text").fill("Over the bridge");
    await scrollTo(page, "[data-testid=aircraft-list]", 150);
    await markMap(page);

    for (const side of ["right", "left"]) {
      await runCommand(page, "Move the list to the other side of the map");
      await expect.poll(() => acrossOf(page, listOf(page))).toBe(side);
      expect(await scrolledPx(page, "[data-testid=aircraft-list]")).toBe(150);
      // The row to which it was scrolled is the first whole one in sight: 48 of its 198 px above are left.
      const [scroller, row] = await Promise.all([
        boxOf(page.getByTestId("aircraft-list")),
        boxOf(page.locator("[data-testid=aircraft-list] [aria-posinset='4']")),
      ]);
      expect(row.top - scroller.top).toBeCloseTo(3 * 66 - 150, 0);
      expect(row.bottom).toBeLessThanOrEqual(scroller.bottom);
    }
    // In a narrow window the panels are at their usual places, and back where they were in a wide one.
    await runCommand(page, "Move the list to the other side of the map");
    await expect.poll(() => acrossOf(page, listOf(page))).toBe("right");
    for (const [width, handles] of [
      [840, 0],
      [1280, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await expect.poll(() => page.getByTestId("panel-list").count()).toBe(handles);
      expect(await scrolledPx(page, "[data-testid=aircraft-list]")).toBe(150);
    }
    await runCommand(page, "Move the list to the other side of the map");
    await expect.poll(() => acrossOf(page, listOf(page))).toBe("left");
    for (const side of ["left", "right"]) {
      await runCommand(page, "Move the card to the other side of the map");
      await expect.poll(() => acrossOf(page, cardOf(page))).toBe(side);
      expect(await page.getByTestId("note-text").inputValue()).toBe("Over the bridge");
    }
    await runCommand(page, "Move the list to the other side of the map");
    await runCommand(page, "Usual layout of the panels");
    await expect.poll(() => acrossOf(page, listOf(page))).toBe("left");
    expect(await scrolledPx(page, "[data-testid=aircraft-list]")).toBe(150);
    expect(await isSameMap(page)).toBe(true);
  });

  it("keep how far they are scrolled while they are folded, also if they are moved meanwhile", async () => {
    const page = await shown.open(VIEW, { width: 1280, height: 640 });
    await page.locator("[data-testid=aircraft-list] [aria-posinset='8']").waitFor();
    await scrollTo(page, "[data-testid=aircraft-list]", 150);
    for (const side of ["left", "right"]) {
      await runCommand(page, "Fold or show the list");
      await listOf(page).waitFor({ state: "hidden" });
      if (side === "right") await runCommand(page, "Move the list to the other side of the map");
      await page.getByTestId("list-unfold").click();
      await listOf(page).waitFor();
      expect(await acrossOf(page, listOf(page))).toBe(side);
      expect(await scrolledPx(page, "[data-testid=aircraft-list]")).toBe(150);
    }

    await page.setViewportSize({ width: 1280, height: 420 });
    await page.getByTestId("nav-log").click();
    await page.getByTestId("log-table").locator("tbody tr").nth(4).waitFor();
    await scrollTo(page, ".log-table", 60);
    await runCommand(page, "Fold or show the list");
    await page.getByTestId("list-unfold").click();
    await page.getByTestId("log-table").waitFor();
    expect(await scrolledPx(page, ".log-table")).toBe(60);
  });

  it("of the log have a layout of their own", async () => {
    const page = await shown.open("#/log?period=hour");
    const table = page.getByTestId("log-table");
    await table.locator("tbody tr").first().click();
    await cardOf(page).waitFor();
    await mapOf(page).waitFor();
    await markMap(page);
    const { bottom } = await boxOf(page.getByRole("main"));

    const card = await boxOf(cardOf(page));
    await drag(page, page.getByTestId("panel-card"), { x: card.left + 100, y: 120 });
    await page.locator(".target.is-chosen", { hasText: "Card: above the map" }).waitFor();
    await page.mouse.up();
    await expect.poll(() => downOf(page, cardOf(page))).toBe("above");
    await runCommand(page, "Move the list to the other side of the map");
    await expect.poll(() => acrossOf(page, table)).toBe("right");
    expect((await boxOf(mapOf(page))).bottom).toBeGreaterThan(bottom - 4);
    expect(await isSameMap(page)).toBe(true);
    expect(await overflows(page)).toBe(false);
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "panels-log-day");

    await page.getByTestId("panel-card").click();
    await page.getByRole("menuitem", { name: "Show only the heading of the card" }).click();
    await expect.poll(() => isMapFilled(page)).toBe(true);
    await page.reload();
    await page.getByTestId("card-unfold").waitFor();
    expect(await acrossOf(page, table)).toBe("right");

    // The live map has not moved.
    await page.getByTestId("nav-live").click();
    await listOf(page).waitFor();
    expect(await acrossOf(page, listOf(page))).toBe("left");
    await page.goBack();
    await page.getByTestId("panel-list").click();
    await page.getByRole("menuitem", { name: "Usual layout" }).click();
    await expect.poll(() => acrossOf(page, table)).toBe("left");
    await expect.poll(() => downOf(page, cardOf(page))).toBe("below");
  });

  it("stay below one another in a narrow window, with a message that says so", async () => {
    const page = await shown.open(VIEW, { width: 640, height: 700 });
    await aircraftOf(page).first().waitFor();
    expect(await page.getByTestId("panel-list").count()).toBe(0);
    await runCommand(page, "Move the list to the other side of the map");
    await page.getByText("In a narrow window the panels stay below one another.").waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByTestId("panel-list").waitFor();
    expect(await acrossOf(page, listOf(page))).toBe("left");
  });
});

/** What the Tab key reaches from the timeline to the list, as far as one of these stands for each panel. */
async function focusOrder(page: Page): Promise<readonly string[]> {
  const wanted = ["timeline-back", "timeline-slider", "map", "panel-card", "filter-text"];
  await page.getByTestId("panel-timeline").focus();
  const reached: string[] = [];
  for (let presses = 0; presses < 70 && reached.at(-1) !== "filter-text"; presses += 1) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate<string>(`document.activeElement?.dataset.testid ?? ""`));
  }
  return reached.filter((id) => wanted.includes(id));
}
