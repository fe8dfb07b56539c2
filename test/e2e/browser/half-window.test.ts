import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { chooseLanguage } from "../../support/screen-page.ts";

/** A window of 1280 × 800 at 200 %. */
const HALF_WINDOW = { width: 640, height: 400 };

/** How much of an element is in the window and in everything that scrolls it, in CSS pixels from top to bottom. */
function visiblePx(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const window = shown.ownerDocument.defaultView!;
    let { top, bottom } = shown.getBoundingClientRect();
    for (let parent = shown.parentElement; parent; parent = parent.parentElement) {
      if (window.getComputedStyle(parent).overflowY === "visible") continue;
      const around = parent.getBoundingClientRect();
      top = Math.max(top, around.top);
      bottom = Math.min(bottom, around.bottom);
    }
    return Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0));
  });
}

async function expectInSight(element: Locator, leastPx: number): Promise<void> {
  await expect.poll(() => visiblePx(element)).toBeGreaterThanOrEqual(leastPx);
}

describe.skipIf(browserPath === undefined)("in half a window, where parts of a page are below each other,", () => {
  const shown = useConsole({ demo: true });

  async function openIn(hash: string, row: string): Promise<Page> {
    const page = await shown.open(hash);
    await page.setViewportSize(HALF_WINDOW);
    await page.locator(row).first().waitFor();
    await chooseLanguage(page, "de");
    return page;
  }

  it("the aircraft that is clicked in the list is shown, and the arrow keys stay in the list", async () => {
    const page = await openIn("#/", "[role=option]");
    const list = page.getByTestId("aircraft-list");
    await list.getByRole("option").nth(1).click();
    const card = page.getByTestId("operation-card");
    await expectInSight(card, 200);

    await list.focus();
    await page.keyboard.press("ArrowDown");
    await page.locator("[role=option][aria-selected=true]").waitFor();
    await expectInSight(page.locator("[role=option][aria-selected=true]"), 60);
    await page.keyboard.press("Enter");
    await expectInSight(card, 200);
  });

  it("a double click opens the aircraft of its first click, although the page moves between the clicks", async () => {
    const page = await openIn("#/?at=47.07,15.44,10", "[role=option]");
    const row = page.getByTestId("aircraft-list").getByRole("option").first();
    await row.scrollIntoViewIfNeeded();
    const { x, y } = (await row.boundingBox())!;
    await page.mouse.click(x + 60, y + 20);
    await expectInSight(page.getByTestId("operation-card"), 200);
    const selected = page.locator("[role=option][aria-selected=true]");
    const id = await selected.getAttribute("id");
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    // The map goes nearer to the aircraft.
    await page.waitForURL(/at=[\d.,]+,13\b/);
    expect(await selected.getAttribute("id")).toBe(id);
  });

  it("rows of the log are whole below the heading, and the one that is clicked is shown", async () => {
    const page = await openIn("#/log?period=hour", "[data-testid=log-table] tbody tr");
    const rows = page.getByTestId("log-table").locator("tbody tr");
    const heading = page.getByTestId("log-table").locator("th").first();
    await rows.first().getByRole("button").focus();
    const focused = page.locator("[data-testid=log-table] button:focus");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp"]) {
      await page.keyboard.press(key);
      await expectInSight(focused, 20);
      const { y: headingY, height } = (await heading.boundingBox())!;
      expect((await focused.boundingBox())!.y).toBeGreaterThanOrEqual(headingY + height - 1);
    }
    await rows.nth(1).click();
    await expectInSight(page.getByTestId("operation-card"), 200);
  });

  it("the navigation shows the page that is open, also when the window becomes as narrow as a phone", async () => {
    const page = await openIn("#/settings", "[data-testid=settings-search]");
    await page.setViewportSize({ width: 390, height: 844 });
    // Beside it the help has its place.
    const right = async () => {
      const { x, width } = (await page.getByTestId("nav-settings").boundingBox())!;
      return x + width;
    };
    await expect.poll(right).toBeLessThanOrEqual(340);
  });
});
