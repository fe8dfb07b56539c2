import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTlogParser } from "../../../server/kernel/mavlink.tlog.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";
import { createVehicleWriter, serveVehicleStream } from "../../support/simulated-vehicle.ts";

describe.skipIf(browserPath === undefined)("the user's own autopilot as a source", () => {
  const shown = useConsole();

  it("is logged as flights, which are there while they are flown, with the telemetry log that is kept", async () => {
    await shown.send("POST", "/v1/aircraft", {
      name: "Survey copter",
      weight: 900,
      uas_class: "AircraftUASClass.C1",
      endurance: 31,
    });
    const stream = await serveVehicleStream();
    const copter = createVehicleWriter();
    let [isArmed, second] = [false, 0];
    // As an autopilot does, whether or not anybody looks; what is shown of it is what it said last.
    const timer = setInterval(() => {
      second += 1;
      const place = [50 + second / 1e4, 14.4] as const;
      stream.send(copter.heartbeat(isArmed), copter.position(...place, 40), copter.battery(15.2, 84));
      stream.send(copter.receiver(...place, 17));
    }, 100);
    onTestFinished(async () => {
      clearInterval(timer);
      await stream.close();
    });

    const page = await shown.open("#/sources", { pace: 4 });
    await page.getByTestId("add-source").click();
    await page.getByTestId("kind-mavlink_vehicle").check();
    await page.getByTestId("vehicle-link").selectOption("tcp");
    await page.getByRole("textbox", { name: "Address" }).fill("");
    await page.getByTestId("save-source").click();
    await page.getByText("Required.").waitFor();
    await page.getByRole("textbox", { name: "Address" }).fill("127.0.0.1");
    await page.getByRole("spinbutton", { name: "Port" }).fill(stream.url.split(":").at(-1)!);
    await page.getByTestId("vehicle-aircraft").selectOption({ label: "Survey copter" });
    await page.getByRole("textbox", { name: "Name" }).fill("Telemetry radio");
    await page.getByRole("switch", { name: "telemetry log (tlog)" }).click();
    for (const mode of ["day", "night"] as const) {
      await page.emulateMedia({ colorScheme: mode === "day" ? "light" : "dark" });
      await saveScreenshot(page, `add-own-aircraft-${mode}`);
    }
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("save-source").click();

    const vehicle = page.getByRole("article", { name: "Telemetry radio" }).getByTestId("vehicle-1");
    await vehicle.getByText("Disarmed").waitFor();
    isArmed = true;
    await vehicle.getByText("Armed", { exact: true }).waitFor();
    for (const fact of ["Mode LOITER", "15.2 V · 84 % charge", "17 satellites", "Link 100 %"]) {
      await vehicle.getByText(fact).waitFor();
    }
    await vehicle.scrollIntoViewIfNeeded();
    for (const mode of ["day", "night"] as const) {
      await page.emulateMedia({ colorScheme: mode === "day" ? "light" : "dark" });
      await saveScreenshot(page, `own-aircraft-${mode}`);
    }
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByTestId("vehicle-flight-1").click();
    await page.getByTestId("live-logging").getByText("Being logged live").waitFor();
    expect(await page.getByTestId("process-flight").count()).toBe(0);
    // The track is there while it is flown, and grows.
    const facts = page.getByTestId("flight-facts");
    expect(await facts.textContent()).toContain("Survey copter");
    const points = facts.locator("dt", { hasText: /^Points$/ }).locator("xpath=following-sibling::dd[1]");
    const count = async () => Number((await points.textContent())?.replaceAll(/\D/g, ""));
    const before = await count();
    await expect.poll(count).toBeGreaterThan(before);
    for (const mode of ["day", "night"] as const) {
      await page.emulateMedia({ colorScheme: mode === "day" ? "light" : "dark" });
      await saveScreenshot(page, `own-flight-${mode}`);
    }
    expect(await seriousViolations(page)).toEqual([]);
    isArmed = false;
    await page.getByTestId("live-logging").waitFor({ state: "detached" });
    await page.getByText("Finished", { exact: true }).first().waitFor();
    const [log] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-tlog").click()]);
    expect(log.suggestedFilename()).toMatch(/\.tlog$/);
    const records = createTlogParser().push(readFileSync(await log.path()));
    expect(records.length).toBeGreaterThan(10);
    await saveScreenshot(page, "own-flight-tlog-night");
  });

  it("is left out of the live list, the map and the log where only others' are asked for, live and in replay", async () => {
    const stream = await serveVehicleStream();
    const copter = createVehicleWriter();
    let second = 0;
    const timer = setInterval(() => {
      second += 1;
      stream.send(copter.heartbeat(true), copter.position(47.1 + second / 1e5, 15.43, 40));
    }, 100);
    onTestFinished(async () => {
      clearInterval(timer);
      await stream.close();
    });
    await shown.send("POST", "/station/v1/sources", {
      name: "Own over Graz",
      sensor_id: "own-over-graz",
      settings: { kind: "mavlink_vehicle", url: stream.url },
    });
    await pushFlight(shown.station.url, {
      serial: "1596F357457791151070",
      radio: "07",
      sensor: "roof",
      technology: "wifi_beacon",
      endMs: Date.now(),
      latitude: 47.11,
      heightM: 60,
      points: 3,
    });

    const page = await shown.open("#/?at=47.105,15.43,13");
    const count = page.getByTestId("list-count");
    await expect.poll(() => count.textContent()).toBe("2 aircraft in view");
    const bothThere = new Date().toISOString();
    await page.getByTestId("open-filters").click();
    await page.getByTestId("filter-whose").selectOption("others");
    for (const mode of ["day", "night"] as const) {
      await page.emulateMedia({ colorScheme: mode === "day" ? "light" : "dark" });
      await saveScreenshot(page, `filter-others-${mode}`);
    }
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    const list = page.getByTestId("aircraft-list").getByRole("option");
    const isOthersOnly = async () => {
      await expect.poll(() => list.allTextContents()).toEqual([expect.stringContaining("1596F357457791151070")]);
      expect(await page.getByTestId("list-hidden").textContent()).toContain("1 hidden by filters");
    };
    await isOthersOnly();
    expect(page.url()).toContain("whose=others");
    await page.reload();
    await isOthersOnly();

    await page.goto(`${page.url()}&moment=${bothThere}`);
    await page.getByTestId("replay-notice").waitFor();
    await isOthersOnly();

    await page.goto(`${shown.station.url}/#/log?whose=others`);
    const rows = page.getByTestId("log-table").locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.textContent()).toContain("1596F357457791151070");
    await page.getByRole("button", { name: "Clear the filter: Others' only" }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    expect(page.url()).not.toContain("whose");
  });
});
