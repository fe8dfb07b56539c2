import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** Where the live map is, as the console keeps it for the next start. */
function placeOf(page: Page): Promise<Partial<Place>> {
  return page.evaluate<Partial<Place>>(`JSON.parse(localStorage.getItem("fieldstation.place") ?? "{}")`);
}

const goTo = (page: Page) => page.getByTestId("map-tools").getByLabel("Go to");
const measured = (page: Page) => page.getByTestId("measured");

/** Moves the map by its arrow key, and waits until it has stopped. */
async function moveMap(page: Page, key: "ArrowRight" | "ArrowDown"): Promise<void> {
  const axis = key === "ArrowRight" ? "longitude" : "latitude";
  const before = (await placeOf(page))[axis];
  await page.keyboard.press(key);
  await expect.poll(async () => (await placeOf(page))[axis]).not.toBe(before);
}

describe.skipIf(browserPath === undefined)("the tools on the map", () => {
  const shown = useConsole();

  it("go to places and coordinates, measure, and keep where the person is, by keyboard alone", async () => {
    const page = await shown.open("#/?at=47.07,15.44,10");
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    // The first picture is whole: no tile fades in by itself.
    expect(await page.locator(".leaflet-tile-pane canvas[style*=opacity]").count()).toBe(0);
    await page.getByRole("button", { name: "Map tools" }).focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("map-tools").locator("input:focus").waitFor();

    await goTo(page).fill("usti nad l");
    const town = page.getByRole("list", { name: "Places found" }).getByRole("button", { name: /^Ústí nad Labem/ });
    await town.press("Enter");
    await expect.poll(async () => (await placeOf(page)).latitude).toBeCloseTo(50.66, 1);

    await goTo(page).fill("no such place");
    await page.getByText("Neither a known town nor coordinates.").waitFor();
    expect(await page.getByTestId("map-detail-end").count()).toBe(0);
    await goTo(page).fill("33 N 458606 5548524");
    await goTo(page).press("Enter");
    await expect.poll(() => placeOf(page)).toMatchObject({ zoom: 13 });
    const prague = await placeOf(page);
    expect(prague.latitude).toBeCloseTo(50.0875, 3);
    expect(prague.longitude).toBeCloseTo(14.4214, 3);
    await page.getByTestId("map-detail-end").getByText("may be 1 km off").waitFor();

    const legend = page.getByTestId("colour-legend").getByRole("listitem");
    expect(await legend.allTextContents()).toEqual(
      [/^Live: below 30\ss$/, /^Ageing: 30\ss to 90\ss$/, /^Stale: 90\ss and more$/, /^Emergency$/].map((text) =>
        expect.stringMatching(text),
      ),
    );
    await page.getByTestId("colour-by").selectOption("height");
    expect(await legend.first().textContent()).toMatch(/below 30\sm/);
    expect(await legend.last().textContent()).toContain("Emergency");

    await page.getByTestId("coordinate-format").selectOption("mgrs");
    await page.getByRole("button", { name: "Set to the middle of the map" }).press("Enter");
    await expect.poll(() => page.getByTestId("my-place").textContent()).toMatch(/^33U VR 586\d\d 485\d\d$/);
    await page.getByTestId("rings").selectOption("500");
    await page.getByTestId("sensor-range").fill("2.5");
    await page.getByTestId("sensor-range").press("Tab");

    await page.getByTestId("measure").press("Enter");
    await page.keyboard.press("Enter");
    await moveMap(page, "ArrowRight");
    await page.keyboard.press("Enter");
    await measured(page)
      .getByText(/^\d+(\.\d+)?\s(m|km)$/)
      .waitFor();
    expect(await measured(page).getByText("Area enclosed").count()).toBe(0);
    await moveMap(page, "ArrowDown");
    await page.keyboard.press("Enter");
    await measured(page)
      .getByText(/^\d+\.\d\d\s(ha|km²)$/)
      .waitFor();
    await saveScreenshot(page, "map-tools-day");
    await page.keyboard.press("Backspace");
    await measured(page).getByText("Area enclosed").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    expect(await page.getByTestId("measure").getAttribute("aria-pressed")).toBe("false");

    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Night mode" }).click();
    await saveScreenshot(page, "map-tools-night");
    expect(await seriousViolations(page)).toEqual([]);
    await page.reload();
    await page.getByRole("button", { name: "Map tools" }).click();
    expect(await page.getByTestId("my-place").textContent()).toMatch(/^33U VR/);
    expect(await page.getByTestId("rings").inputValue()).toBe("500");
    expect(await page.getByTestId("sensor-range").inputValue()).toBe("2.5");
  });

  it("join aircraft of a wide view in a number, which a click takes apart", async () => {
    const push = (latitude: number, index: number) =>
      pushFlight(shown.station.url, {
        serial: `1596F35045779115108${index}`,
        radio: `1${index}`,
        sensor: "roof",
        technology: "wifi_beacon",
        endMs: Date.now(),
        latitude,
        heightM: 60,
        points: 3,
      });
    for (const [index, latitude] of [47.07, 47.0705, 47.071, 47.0715].entries()) await push(latitude, index);
    const page = await shown.open("#/?at=47.07,15.44,6");
    await page.getByText("4 aircraft in view").waitFor();
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    const map = page.getByTestId("map");
    const { width, height } = (await map.boundingBox())!;
    await saveScreenshot(page, "map-cluster-day");
    // The aircraft are drawn a moment after they are listed.
    await expect
      .poll(async () => {
        if ((await placeOf(page)).zoom === 6) await map.click({ position: { x: width / 2, y: height / 2 } });
        return (await placeOf(page)).zoom;
      })
      .toBe(8);

    await push(47.07, 0);
    await page.goto(`${shown.station.url}/#/?at=47.0707,15.43,16`);
    await page.reload();
    await page.getByRole("button", { name: "Map tools" }).click();
    await page.getByTestId("colour-by").selectOption("sensor");
    await page.getByTestId("colour-legend").getByText("roof", { exact: true }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "map-colour-by-sensor-day");
  });

  it("show the limits of the built-in map by a mark in the line at its foot, where the map is small", async () => {
    const page = await shown.open("#/?at=47.07,15.44,14", { width: 1280, height: 800 });
    const notice = page.getByTestId("map-detail-end");
    const mark = page.getByTestId("map-detail-mark");
    await notice.waitFor();
    expect(await mark.isVisible()).toBe(false);
    // Beside the list, the map of a small laptop is small.
    await page.setViewportSize({ width: 1024, height: 700 });
    await mark.and(page.getByRole("button", { name: "No more detail" })).waitFor();
    expect(await notice.isVisible()).toBe(false);
    const [foot, scale] = await Promise.all(
      [".map-foot", ".leaflet-control-scale"].map((name) => page.locator(name).boundingBox()),
    );
    expect(foot!.height).toBeLessThanOrEqual(26);
    expect(foot!.x).toBeGreaterThan(scale!.x + scale!.width);
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "map-detail-mark");
    // In words where there is room for them.
    await page.setViewportSize({ width: 1280, height: 420 });
    await mark.getByText("No more detail").waitFor();
    await page.setViewportSize({ width: 1024, height: 700 });
    await mark.click();
    await notice.getByText("may be 1 km off").waitFor();
    await notice.getByRole("link").waitFor();
    await saveScreenshot(page, "map-detail-open");
    await page.keyboard.press("Escape");
    await notice.waitFor({ state: "hidden" });
  });
});
