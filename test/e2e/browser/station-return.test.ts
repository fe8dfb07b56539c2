import { describe, expect, it, onTestFinished } from "vitest";
import { browserPath, openPage, useBrowser } from "../../support/browser.ts";
import { startTestStation } from "../../support/station.ts";
import { makeDataDir } from "../../../server/storage/data-dir.fixture.ts";

const DETECTION = {
  sn: "ROOF",
  tech: "WB",
  odid: {
    BasicID: [{ UASID: "TESTA0123456789", IDType: "serial_number" }],
    Location: { Latitude: 50.1, Longitude: 14.4 },
  },
};

describe.skipIf(browserPath === undefined)("a station that was out of reach for a while", () => {
  it("has its pages loaded again when it is back, and the note that was being typed is kept", async () => {
    const dataDir = makeDataDir("station-return");
    let station = await startTestStation({ dataDir });
    onTestFinished(async () => void (await station.stop()));
    const { port } = new URL(station.url);
    await fetch(`${station.url}/station/v1/ingest/scout`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(DETECTION),
    });
    const browser = await useBrowser();
    const open = () => openPage(browser, { mode: "day" });
    const [live, people, flights] = await Promise.all([open(), open(), open()]);
    onTestFinished(async () => void (await Promise.all([live, people, flights].map((one) => one.context.close()))));

    await live.page.goto(`${station.url}/#/flights`);
    await live.page.getByText("No flights yet").waitFor();
    await live.page.goto(`${station.url}/#/?at=50.1,14.4,12`);
    await live.page.getByTestId("aircraft-list").getByRole("option").click();
    await live.page.getByTestId("add-note").click();
    const note = live.page.getByTestId("notes").getByRole("textbox");
    await note.fill("low over the stage");
    // Both pages are opened once, so that their scripts are there.
    await flights.page.goto(`${station.url}/#/flights`);
    await flights.page.getByText("No flights yet").waitFor();
    await flights.page.getByTestId("nav-live").click();
    await people.page.goto(`${station.url}/#/administration/accounts`);
    await people.page.getByTestId("registration").waitFor();
    await people.page.getByTestId("nav-live").click();

    await station.kill();
    await flights.page.getByTestId("nav-flights").click();
    await flights.page.getByText("The flights could not be loaded").waitFor();
    await live.page.getByTestId("nav-flights").click();
    await live.page.getByText("The flights could not be loaded").waitFor();
    await live.page.goBack();
    await live.page.getByText("The notes could not be loaded.").waitFor();
    await people.page.getByTestId("nav-administration").click();
    await people.page.getByText("The accounts could not be loaded").waitFor();
    await people.page.getByText("Whether people may register could not be loaded.").waitFor();

    station = await startTestStation({ dataDir, port: Number(port) });
    await flights.page.getByText("No flights yet").waitFor();
    await flights.page.getByText("The flights could not be loaded").waitFor({ state: "detached" });
    await people.page.getByTestId("registration").waitFor();
    await people.page.getByText("The accounts could not be loaded").waitFor({ state: "detached" });
    await note.waitFor();
    expect(await note.inputValue()).toBe("low over the stage");
  });

  it("has a replay, statistics and pages that were not opened before loaded by themselves as well", async () => {
    const dataDir = makeDataDir("station-return-replay");
    let station = await startTestStation({ dataDir });
    onTestFinished(async () => void (await station.stop()));
    const { port } = new URL(station.url);
    await fetch(`${station.url}/station/v1/ingest/scout`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(DETECTION),
    });
    const moment = new Date(Date.now() + 1_000).toISOString();
    const browser = await useBrowser();
    const open = () => openPage(browser, { mode: "day" });
    const [live, log, devices] = await Promise.all([open(), open(), open()]);
    onTestFinished(async () => void (await Promise.all([live, log, devices].map((one) => one.context.close()))));
    const { page } = live;
    const listed = page.getByTestId("aircraft-list").getByRole("option");
    const lost = page.getByText(/^(Not loaded: |This time could not be loaded)/);
    await page.goto(`${station.url}/#/?at=50.1,14.4,12&moment=2026-01-01T00:00:00Z`);
    await page.getByTestId("replay-notice").waitFor();
    await log.page.goto(`${station.url}/#/log`);
    await log.page.getByTestId("log-table").getByText("TESTA0123456789").waitFor();
    await devices.page.goto(`${station.url}/#/settings`);
    await devices.page.getByTestId("settings-search").waitFor();

    await station.kill();
    await devices.page.getByTestId("nav-devices").click();
    await devices.page.getByText("The page could not be loaded").waitFor();
    await page.goto(`${station.url}/#/?at=50.1,14.4,12&moment=${moment}`);
    await lost.first().waitFor();
    expect(await listed.count()).toBe(0);
    await log.page.getByTestId("log-table").getByText("TESTA0123456789").click();
    await log.page.getByTestId("statistics").getByText("The statistics could not be loaded").waitFor();

    station = await startTestStation({ dataDir, port: Number(port) });
    await listed.waitFor();
    await lost.first().waitFor({ state: "detached" });
    expect(await listed.innerText()).toContain("TESTA");
    await log.page.getByTestId("statistics").locator("dl").waitFor();
    await devices.page.getByText("No devices yet").waitFor();
    await devices.page.getByText("The page could not be loaded").waitFor({ state: "detached" });
  });
});
