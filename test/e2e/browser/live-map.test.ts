import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { crowdOf } from "../../support/crowd.fixture.ts";
import { pushFlight } from "../../support/flights.ts";

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** Where the live map is, as the console keeps it for the next start. */
function placeOf(page: Page): Promise<Place> {
  return page.evaluate<Place>(`JSON.parse(localStorage.getItem("fieldstation.place") ?? "{}")`);
}

const CROWD = 300;
/** How many pixels of the layer of the aircraft are not empty. */
const DRAWN_PIXELS = `(() => {
  const canvas = document.querySelector(".leaflet-tracks-pane canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Uint32Array(data.buffer).reduce((count, pixel) => count + (pixel === 0 ? 0 : 1), 0);
})()`;

/** Three near Graz, and one that says to be on another continent. */
const LATITUDES = [47.06, 47.07, 47.08, -30];

describe.skipIf(browserPath === undefined)("the live map", () => {
  const shown = useConsole();

  beforeAll(async () => {
    for (const [index, latitude] of LATITUDES.entries()) {
      await pushFlight(shown.station.url, {
        serial: `1596F35045779115107${index}`,
        radio: `0${index}`,
        sensor: "roof",
        technology: "wifi_beacon",
        endMs: Date.now(),
        latitude,
        heightM: 60,
        points: 3,
      });
    }
  });

  it("moves to coordinates that are typed into the address", async () => {
    const page = await shown.open("#/?at=47.07,15.44,12");
    await expect.poll(() => placeOf(page)).toMatchObject({ zoom: 12 });
    await page.evaluate(`location.hash = "#/?at=50.1,14.1,9"`);
    await expect.poll(async () => (await placeOf(page)).zoom).toBe(9);
    const { latitude, longitude } = await placeOf(page);
    expect(latitude).toBeCloseTo(50.1, 2);
    expect(longitude).toBeCloseTo(14.1, 2);
  });

  it("opens the next map where it was left, however soon", async () => {
    const page = await shown.open("#/?at=50.1,14.1,9");
    await expect.poll(() => placeOf(page)).toMatchObject({ zoom: 9 });
    // All in one turn: the zoom is still animated when the map is gone.
    await page.evaluate(`(() => {
      document.querySelector("[aria-label='Zoom in']").click();
      location.hash = "#/alerts/rules";
    })()`);
    await page.getByTestId("rule-name").waitFor();
    await expect.poll(() => placeOf(page)).toMatchObject({ zoom: 10 });
  });

  it("fits all aircraft at the first click, and also a distant one at the second", async () => {
    const page = await shown.open("#/?at=55,0,8");
    const showAll = page.getByRole("button", { name: "Show all aircraft" });
    await page.getByText("4 more elsewhere").waitFor();
    await showAll.click();
    await page.getByText("1 more elsewhere").waitFor();
    await expect.poll(async () => (await placeOf(page)).zoom).toBeGreaterThan(11);
    await showAll.click();
    await expect.poll(async () => (await placeOf(page)).zoom).toBeLessThan(5);
  });

  it("has an opaque list, so that the browser scrolls it as one layer and does not paint its rows again", async () => {
    const page = await shown.open("#/?at=47.07,15.43,14");
    await page.getByTestId("aircraft-list").getByRole("option").first().waitFor();
    const background = `getComputedStyle(document.querySelector("[data-testid=aircraft-list]")).backgroundColor`;
    expect(await page.evaluate(background)).toMatch(/^rgb\(/);
  });

  it("shows the reference of a height on hover and to screen readers, in the list and on the map", async () => {
    const page = await shown.open("#/?at=47.07,15.43,14");
    const row = page.getByTestId("aircraft-list").getByRole("option").first();
    const reference = row.getByTestId("height-reference");
    expect(await reference.textContent()).toBe("ATO");
    expect(await reference.getAttribute("title")).toBe("above take-off");
    expect(await row.locator(".height .visually-hidden").textContent()).toBe("above take-off");
    expect(await row.locator(".name .tail").textContent()).toMatch(/^15107\d$/);
    await row.dblclick();
    await page.keyboard.press("Escape");
    await page.getByTestId("operation-card").waitFor({ state: "detached" });
    const map = page.getByTestId("map");
    const { width, height } = (await map.boundingBox())!;
    // A double click has brought it into the middle of what the card leaves of the map.
    await expect
      .poll(async () => {
        await map.hover({ position: { x: (width - 372) / 2, y: height / 2 }, force: true });
        return map.getAttribute("title");
      })
      .toMatch(/^1596F35045779115107\d: 60\sm above take-off$/);
    await saveScreenshot(page, "live-hover-day");
  });

  it("is replayed on the map from the menu of a card, from its first record on", async () => {
    const page = await shown.open("#/?at=47.06,15.43,14");
    await page.getByTestId("aircraft-list").getByRole("option").filter({ hasText: "151070" }).dblclick();
    const card = page.getByTestId("operation-card");
    await card.getByTestId("operation-menu").click();
    await page.getByTestId("replay").click();
    await page
      .getByText(/Not live/)
      .first()
      .waitFor();
    await expect.poll(() => page.url()).toMatch(/[?&]moment=\d{4}-/);
    await card.getByText("1596F350457791151070").first().waitFor();
  });

  it("keeps the built-in map, and says so, when the online map cannot be reached", async () => {
    const page = await shown.open("#/?at=47.06,15.43,11", { isExpected: (one) => one.includes("ERR_") });
    await page.route("https://tile.openstreetmap.org/**", (route) => route.abort("internetdisconnected"));
    await page.goto(`${shown.station.url}/#/settings`);
    await page.getByRole("switch", { name: "OpenStreetMap when there is a network" }).click();
    await page.goto(`${shown.station.url}/#/?at=47.06,15.43,11`);
    await page.locator("[data-testid=map][data-world=detailed]").waitFor();
    await page.locator(".map-foot").getByText("Online map not reachable: built-in map").waitFor();
    expect(await page.locator(".online-tiles").count()).toBe(0);
  });

  it("shows on the card how far an aircraft is from the person and from its sensor, in the chosen coordinates", async () => {
    // Said once, before the console is opened.
    await shown.send("POST", "/station/v1/ingest/scout", {
      sn: "roof",
      gnss_satellites: 9,
      gnss_position: { latitude: 47.06, longitude: 15.43 },
    });
    const page = await shown.open("#/?at=47.06,15.43,14");
    await page.getByRole("button", { name: "Map tools" }).click();
    await page.getByTestId("coordinate-format").selectOption("mgrs");
    await page.getByRole("button", { name: "Set to the middle of the map" }).click();
    await page.getByTestId("aircraft-list").getByRole("option").filter({ hasText: "151071" }).dblclick();
    const card = page.getByTestId("operation-card");
    // A hundredth of a degree to the north of both.
    await card
      .getByText(/^1\.1\d\skm, direction 000° N$/)
      .first()
      .waitFor();
    await card.getByText(/^Distance of the aircraft: 1\.1\d\skm, direction 000° N$/).waitFor();
    await card
      .getByText(/^33T WN \d{5} \d{5}$/)
      .first()
      .waitFor();
    expect(await card.getByText("Well-formed (CTA-2063-A), not verified").count()).toBe(1);
    await saveScreenshot(page, "live-card-distances-day");
  });

  it("keeps the place of an alert rule unchanged when the rule is saved without a change of it", async () => {
    const to = { latitude: 47.070_123_456, longitude: 15.439_876_543 };
    const { id } = await shown.send<{ readonly id: string }>("POST", "/station/v1/alert-rules", {
      name: "Near the castle",
      kind: "near",
      severity: "warning",
      to,
      horizontal_m: 300,
      vertical_m: null,
    });
    const page = await shown.open("#/?at=47.06,15.43,14");
    await page.getByRole("button", { name: "Map tools" }).click();
    await page.getByTestId("coordinate-format").selectOption("mgrs");
    await page.evaluate(`location.hash = "#/alerts/rules/${id}"`);
    const place = page.getByRole("textbox", { name: /^Place/ });
    await expect.poll(() => place.inputValue()).toMatch(/^33T WN \d{5} \d{5}$/);
    // Nothing of the form is under the map.
    const save = (await page.getByTestId("save-rule").boundingBox())!;
    expect(save.x + save.width).toBeLessThan((await page.getByTestId("map").boundingBox())!.x);
    for (const mode of ["night", "day"] as const) {
      await page.emulateMedia({ colorScheme: mode === "day" ? "light" : "dark" });
      await saveScreenshot(page, `alert-rule-mgrs-${mode}`);
    }
    await page.getByTestId("save-rule").click();
    await page.getByTestId("rules").getByText("Near the castle").waitFor();
    const rule = await fetch(`${shown.station.url}/station/v1/alert-rules/${id}`);
    expect(await rule.json()).toMatchObject({ to });
    // So does a region, until another place is typed.
    await page.evaluate(`location.hash = "#/evidence"`);
    await page.getByTestId("evidence-place").click();
    const region = page.getByTestId("region-place");
    expect(await region.inputValue()).toMatch(/^33T WN \d{5} \d{5}$/);
    await region.fill("47.07 N, 15.43 E");
    expect(await region.inputValue()).toBe("47.07 N, 15.43 E");
  });

  it("draws hundreds with their trails, by day and by night, and each can be pointed at and chosen", async () => {
    await shown.send(
      "POST",
      "/station/v1/ingest/scout",
      crowdOf(CROWD, { latitude: 48.328, longitude: 14.252 }, Date.now()),
    );
    for (const mode of ["day", "night"] as const) {
      const page = await shown.open("#/?at=48.3,14.31,13", { mode });
      await expect.poll(() => page.getByTestId("list-count").textContent()).toBe(`${CROWD} aircraft in view`);
      // Far fewer than its symbol has, and none where nothing is drawn.
      await expect.poll(() => page.evaluate<number>(DRAWN_PIXELS)).toBeGreaterThan(CROWD * 60);
      const map = page.getByTestId("map");
      const { width, height } = (await map.boundingBox())!;
      // Zoom 13 has 5,825 pixels per degree of longitude, and 8,757 per degree of latitude here.
      const position = { x: width / 2 - 0.058 * 5825, y: height / 2 - 0.028 * 8757 };
      await expect
        .poll(async () => {
          await map.hover({ position, force: true });
          return map.getAttribute("title");
        })
        .toMatch(/^1596F351901900000000: 40\sm above take-off$/);
      await map.click({ position, force: true });
      await page.getByTestId("operation-card").getByText("1596F351901900000000").first().waitFor();
      await saveScreenshot(page, `live-crowd-${mode}`);
    }
  });

  it("selects nothing where another aircraft took the row while the pointer was pressed", async () => {
    const push = (serial: string, radio: string) =>
      pushFlight(shown.station.url, {
        serial,
        radio,
        sensor: "roof",
        technology: "wifi_beacon",
        endMs: Date.now(),
        latitude: 46,
        heightM: 60,
        points: 3,
      });
    await push("1596FB45779115107000", "0a");
    const page = await shown.open("#/?at=46,15.43,14");
    await page.getByRole("combobox", { name: "Sort" }).selectOption("name");
    const first = page.getByTestId("aircraft-list").locator("[role=option][aria-posinset='1']");
    await first.getByText("1596FB").waitFor();
    await first.hover();
    await page.mouse.down();
    await push("1596FA45779115107000", "0b");
    await first.getByText("1596FA").waitFor();
    await page.mouse.up();
    expect(await page.locator("[role=option][aria-selected=true]").count()).toBe(0);
    await first.click();
    await first.and(page.locator("[aria-selected=true]")).waitFor();
  });

  it("logs no error when pages and sizes change quickly", async () => {
    const page = await shown.open("#/?at=47.07,15.43,12");
    for (const width of [1100, 900, 1280]) {
      await page.getByRole("button", { name: "Zoom in" }).click();
      await page.setViewportSize({ width, height: 700 });
      await page.evaluate(`location.hash = "#/settings"`);
      await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
      await page.evaluate(`location.hash = "#/?at=47.07,15.43,12"`);
      await page.getByTestId("map").waitFor();
    }
    // The end of a zoom and of a change of size comes a quarter of a second later; the page asks every two seconds.
    await page.evaluate(`location.hash = "#/settings"`);
    for (let asked = 0; asked < 2; asked += 1) await page.waitForResponse(/\/station\/v1\/sources$/);
    expect(await page.getByTestId("map").count()).toBe(0);
  });
});
