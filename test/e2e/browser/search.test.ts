import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";
import { RIVER } from "../../support/zones.ts";

const SERIAL = "1581F5FJD2282A000777";

describe.skipIf(browserPath === undefined)("the search of the console", () => {
  const shown = useConsole();

  beforeAll(async () => {
    await shown.send("POST", "/v1/devices", { serial_number: "1596F350457791151042", name: "River cam" });
    await shown.send("POST", "/station/v1/zone-sets?name=Zones", RIVER);
    await pushFlight(shown.station.url, {
      serial: SERIAL,
      radio: "01",
      sensor: "ROOF",
      technology: "wifi_beacon",
      endMs: Date.now(),
      latitude: 47.07,
      heightM: 40,
      points: 3,
    });
  });

  it("finds aircraft, the user's own records, places, coordinates and commands, by keyboard alone, and goes to them", async () => {
    const page = await shown.open("#/aircraft");
    const text = page.getByTestId("search-text");
    const own = page.getByTestId("found-own").getByRole("option");
    const riverside = page.getByTestId("found-places").getByRole("option", { name: /Riverside/ });
    const towns = Promise.withResolvers<void>();
    await page.route("**/*.pbf", async (route) => {
      await towns.promise;
      await route.continue();
    });
    await page.getByText("No aircraft yet").waitFor();
    await page.keyboard.press("/");
    await text.fill("RIVER");
    // What the station knows does not wait for the list of towns, which is read when it is searched first.
    await expect.poll(() => own.count()).toBe(2);
    expect(await riverside.count()).toBe(0);
    towns.resolve();
    await riverside.waitFor();
    await saveScreenshot(page, "search-day");
    expect(await seriousViolations(page)).toEqual([]);
    await text.fill("river c");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "River cam" }).waitFor();

    await page.keyboard.press("Control+k");
    await text.fill("reserve");
    await page.keyboard.press("Enter");
    await page.getByTestId("zone-card").getByText("River reserve").waitFor();

    // One of many aircraft: Ctrl+K, the end of its serial number, Enter.
    await page.keyboard.press("Control+k");
    await text.fill("0777");
    await page.keyboard.press("Enter");
    await page.getByTestId("operation-card").getByText(SERIAL).first().waitFor();
    await expect.poll(() => page.url()).toContain("at=47.07");

    await page.getByTestId("search").click();
    await text.fill("usti nad l");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("at=50.66");
    await page.keyboard.press("Control+k");
    await text.fill("33 N 458606 5548524");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain("at=50.087");

    await page.keyboard.press("Control+k");
    await text.fill("nowhere at all");
    await page.getByText("Nothing found: no aircraft").waitFor();
    // What is not received any more is in the log, and so is this one.
    await text.fill("d2282a000777");
    await page.getByTestId("found-log").getByRole("option", { name: "Search the log for “d2282a000777”" }).click();
    await page.getByTestId("log-table").getByText(SERIAL).waitFor();
    expect(page.url()).toContain("period=all");
    await page.keyboard.press("Control+k");
    await text.fill("go to log");
    await page.keyboard.press("Enter");
    await page.getByTestId("open-deleted").waitFor();
  });

  it("finds what is set up at the station and the sections of Settings, whose lists it requests once", async () => {
    const settings = { kind: "file", path: "/there/is/no/recording.pcap" };
    await shown.send("POST", "/station/v1/sources", { name: "Roof antenna", settings, enabled: false });
    const mavlink = { kind: "mavlink", host: "127.0.0.1", port: 9 };
    await shown.send("POST", "/station/v1/outputs", { name: "Roof office", settings: mavlink, enabled: false });
    const rule = { name: "Above the roof", severity: "info", kind: "unknown_id", known: ["*"] };
    await shown.send("POST", "/station/v1/alert-rules", rule);
    const page = await shown.open("#/aircraft");
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    const text = page.getByTestId("search-text");
    const found = page.getByTestId("found-station").getByRole("option");
    await page.getByText("No aircraft yet").waitFor();
    await page.keyboard.press("Control+k");
    await text.pressSequentially("roof");
    await expect
      .poll(() => found.allInnerTexts().then((texts) => texts.map((one) => one.replaceAll(/\s+/g, " "))))
      .toEqual(["Roof antenna Source", "Roof office Output", "Above the roof Alert rule"]);
    expect(requested.filter((path) => path === "/station/v1/outputs")).toHaveLength(1);
    await found.first().click();
    await expect.poll(() => page.evaluate(`document.activeElement?.textContent.includes("Roof antenna")`)).toBe(true);

    await page.keyboard.press("Control+k");
    await text.fill("above the roof");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Rule", exact: true }).waitFor();

    // The page is open already, and searched for something else.
    await page.goto(`${shown.station.url}/#/settings`);
    await page.getByTestId("settings-search").fill("single-KEY");
    await page.getByTestId("settings-search").blur();
    await page.keyboard.press("Control+k");
    await text.fill("backups");
    await page.keyboard.press("Enter");
    const section = page.getByRole("region", { name: "Backups" });
    await expect
      .poll(() => page.evaluate(`document.activeElement?.getAttribute("aria-labelledby")`))
      .toBe("settings-backups");
    await expect.poll(async () => (await section.boundingBox())?.y).toBeLessThan(400);
    await expect.poll(() => page.url()).not.toContain("show=");
  });

  it("binds single keys, lists them, and lets them be switched off", async () => {
    const page = await shown.open("#/settings");
    await page.getByTestId("nav-settings").waitFor();
    await page.keyboard.press("?");
    const listed = page.getByTestId("shortcuts");
    await listed.getByText("Go to Flights").waitFor();
    await saveScreenshot(page, "shortcuts-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await listed.waitFor({ state: "detached" });

    await page.keyboard.press("n");
    await page.locator("html[data-mode=night]").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByTestId("found-commands").getByText("Plan a flight").waitFor();
    await saveScreenshot(page, "search-night");
    await page.getByTestId("search-text").fill("keyboard sh");
    await page.keyboard.press("Enter");
    await page.getByTestId("search-text").waitFor({ state: "detached" });
    await listed.getByText("Help for this page").waitFor();
    await page.keyboard.press("Escape");
    await listed.waitFor({ state: "detached" });

    // Help is the guide at the page where one stands, without a network.
    await page.keyboard.press("F1");
    const guide = page.getByTestId("guide");
    const scrolled = `document.querySelector("[data-testid=guide]")?.scrollTop ?? 0`;
    await expect.poll(() => page.evaluate<number>(scrolled)).toBeGreaterThan(500);
    await saveScreenshot(page, "help-night");
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await guide.waitFor({ state: "detached" });

    await page.keyboard.press("l");
    const list = page.getByRole("separator", { name: "Width of the list" });
    await list.focus();
    const before = Number(await list.getAttribute("aria-valuenow"));
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => list.getAttribute("aria-valuenow")).toBe(String(before + 16));
    await page.getByRole("separator", { name: "Height of the timeline" }).press("PageUp");
    await page.reload();
    await expect.poll(() => list.getAttribute("aria-valuenow")).toBe(String(before + 16));
    const timeline = page.getByRole("separator", { name: "Height of the timeline" });
    expect(await timeline.getAttribute("aria-valuenow")).toBe("80");
    await page.getByTestId("map").waitFor();

    await page.keyboard.press("m");
    await page.locator("[data-testid=measure][aria-pressed=true]").waitFor();
    await page.keyboard.press("r");
    await page.getByRole("button", { name: "Back to live" }).first().waitFor();
    await page.keyboard.press("i");
    await page.getByRole("dialog", { name: "Import flight logs" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.keyboard.press("t");
    await page.getByTestId("settings-search").fill("single-KEY");
    await expect.poll(() => page.locator(".settings-section:visible").count()).toBe(1);
    await page.getByTestId("settings-search").fill("no such thing");
    await page.getByText("No setting contains these words.").waitFor();
    await page.getByTestId("settings-search").fill("single");
    await page.getByRole("switch", { name: "Single-key shortcuts" }).click();
    await page.keyboard.press("f");
    await page.keyboard.press("Control+k");
    await page.getByTestId("search-text").waitFor();
    expect(page.url()).toContain("#/settings");
  });
});
