import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";

const SPLIT_ME = "1581F5FJD2282A000001";
const LOW = "1581F5FJD2282A000002";
const HIGH = "1581F5FJD2282A000003";
const OLD = "1581F5FJD2282A000004";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Long enough for a busy machine. */
const SOON = { timeout: 15_000 };

/** A person's actions on flights, in a real browser with a real station that has recorded a few. */
describe.skipIf(browserPath === undefined)("flights in the console", () => {
  const shown = useConsole();

  beforeAll(async () => {
    const flight = { endMs: Date.now() - HOUR_MS, latitude: 47.07, points: 90, technology: "wifi_beacon" } as const;
    await pushFlight(shown.station.url, { ...flight, serial: SPLIT_ME, radio: "01", sensor: "ROOF", heightM: 40 });
    const yard = { sensor: "YARD", technology: "bluetooth_legacy" } as const;
    await pushFlight(shown.station.url, { ...flight, ...yard, serial: SPLIT_ME, radio: "02", heightM: 40 });
    await pushFlight(shown.station.url, {
      ...flight,
      serial: LOW,
      radio: "03",
      sensor: "ROOF",
      heightM: 20,
      latitude: 47.2,
    });
    await pushFlight(shown.station.url, {
      ...flight,
      serial: HIGH,
      radio: "04",
      sensor: "ROOF",
      heightM: 90,
      latitude: 47.4,
    });
    const old = { endMs: Date.now() - 400 * DAY_MS, serial: OLD, radio: "05" };
    await pushFlight(shown.station.url, { ...flight, ...old, sensor: "ROOF", heightM: 60 });
  });

  const rowsOf = (page: Page): Locator => page.getByTestId("log-table").locator("tbody tr");
  const cardOf = (page: Page): Locator => page.getByTestId("operation-card");

  async function choose(page: Page, serial: string): Promise<Locator> {
    const row = rowsOf(page).filter({ hasText: serial });
    await row.first().getByRole("button").click();
    const card = cardOf(page);
    await card.getByRole("heading", { level: 2, name: serial }).waitFor();
    return card;
  }

  async function chooseFromMenu(page: Page, entry: string): Promise<void> {
    // The menu asks who may do what: answered before what is chosen has removed the operation.
    await Promise.all([page.waitForResponse(/\/access$/), page.getByTestId("operation-menu").click()]);
    await page.getByTestId(entry).click();
  }

  it("keep their filter in the address: a reload and a link show the same, and Back undoes a step", async () => {
    const page = await shown.open("#/log");
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(3);
    await page.getByTestId("open-filters").click();
    await page.getByTestId("filter-height-from").fill("50");
    await page.getByTestId("filter-height-from").press("Tab");
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(1);
    await page.getByTestId("filter-technology-bluetooth_legacy").check();
    await page.getByText("Nothing passes the filters").waitFor();
    await page.keyboard.press("Escape");
    await page.goBack();
    await rowsOf(page).filter({ hasText: HIGH }).waitFor();

    await expect.poll(() => page.url()).toContain("height=50..");
    await page.reload();
    await rowsOf(page).filter({ hasText: HIGH }).waitFor();
    expect(await rowsOf(page).count()).toBe(1);
    await page.getByTestId("active-height").getByText("Height from 50").waitFor();
    await page.getByTestId("clear-filters").click();
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(3);
    await expect.poll(() => page.url()).not.toContain("height");
  });

  it("have a note, which is written, changed, deleted and restored", async () => {
    const page = await shown.open("#/log");
    const card = await choose(page, LOW);
    await card.getByTestId("add-note").click();
    await card.getByTestId("note-text").fill("x".repeat(1_001));
    expect(await card.getByTestId("save-note").isDisabled()).toBe(true);
    await card.getByTestId("note-text").fill("Flown by the fire brigade 🚒");
    // It is shown where it was left, also after a crash.
    await page.reload();
    await card.getByTestId("draft-restored").waitFor();
    expect(await card.getByTestId("note-text").inputValue()).toBe("Flown by the fire brigade 🚒");
    await card.getByTestId("save-note").click();
    await card.getByText("Flown by the fire brigade 🚒").waitFor();

    await page.reload();
    await card.getByRole("button", { name: "Edit your note" }).click();
    await card.getByTestId("note-text").fill("An exercise");
    await card.getByTestId("save-note").click();
    await card.getByText("An exercise").waitFor();
    await card.getByRole("button", { name: "Delete your note" }).click();
    await card.getByTestId("add-note").waitFor();
    await page.getByTestId("toast-action").click();
    await card.getByText("An exercise").waitFor();
  });

  it("get a deleted note back on the same flight, and keep its text if the station refuses it", async () => {
    const page = await shown.open("#/log", { isExpected: (complaint) => complaint.includes("ERR_FAILED") });
    const note = "Seen by the sea rescue";
    const card = await choose(page, LOW);
    // From the test before it has one, unless that was left out.
    await card
      .getByTestId("add-note")
      .or(card.getByRole("button", { name: "Edit your note" }))
      .click();
    await card.getByTestId("note-text").fill(note);
    await card.getByTestId("save-note").click();
    const written = card.getByTestId("notes").getByText(note);
    await written.waitFor();
    await page.route("**/user-data", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await card.getByRole("button", { name: "Delete your note" }).click();
    await page.getByTestId("toast-action").click();
    await page.getByText("The note could not be saved.").first().waitFor();
    expect(await card.getByTestId("note-text").inputValue()).toBe(note);
    await page.unroute("**/user-data");
    await card.getByTestId("save-note").click();
    await written.waitFor();

    await card.getByRole("button", { name: "Delete your note" }).click();
    await page.getByTestId("toast-action").waitFor();
    await choose(page, HIGH);
    await card.getByTestId("add-note").waitFor();
    await page.getByTestId("toast-action").click();
    await page.getByTestId("toast-action").waitFor({ state: "detached" });
    await choose(page, LOW);
    await written.waitFor();
    await choose(page, HIGH);
    await card.getByTestId("add-note").waitFor();
  });

  it("are marked as seen by hand, and a filter shows the others", async () => {
    const page = await shown.open("#/log?seen=no");
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(3);
    const card = await choose(page, HIGH);
    await card.getByTestId("seen").click();
    await rowsOf(page).filter({ hasText: HIGH }).getByText("Seen by you").waitFor({ state: "attached" });
    await page.reload();
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(2);
  });

  it("are split by hand, and both the notice and the history undo it", async () => {
    const page = await shown.open("#/log");
    const card = await choose(page, SPLIT_ME);
    await card.getByTestId("statistics").getByText("Flown").waitFor();
    await chooseFromMenu(page, "split");
    expect(await page.getByTestId("split-do").isDisabled()).toBe(true);
    await page.getByRole("checkbox", { name: /YARD/ }).check();
    await page.getByText("1 of 2 parts becomes an operation of its own.").waitFor();
    await page.getByTestId("split-do").click();
    await expect.poll(() => rowsOf(page).filter({ hasText: SPLIT_ME }).count(), SOON).toBe(2);
    await page.getByTestId("toast-action").click();
    await expect.poll(() => rowsOf(page).filter({ hasText: SPLIT_ME }).count(), SOON).toBe(1);
    await card.getByTestId("fusion-history").getByText("Undone", { exact: true }).waitFor();
  });

  it("are merged by hand with one chosen from the list, and separated again", async () => {
    const isExpected = (complaint: string) => complaint.includes("with a status of 409");
    const page = await shown.open("#/log", { isExpected });
    const card = await choose(page, LOW);
    await chooseFromMenu(page, "merge");
    expect(await page.getByTestId("merge-do").isDisabled()).toBe(true);
    await rowsOf(page).filter({ hasText: HIGH }).getByRole("button").click();
    await page.getByText(`${HIGH} becomes part of ${LOW}`).waitFor();
    await page.getByTestId("merge-do").click();
    const asked = page.getByRole("dialog", { name: "These may be two aircraft" });
    await asked.getByText(`with different serial numbers, ${LOW} and ${HIGH}`).waitFor();
    await asked.getByRole("button", { name: "Cancel" }).click();
    expect(await rowsOf(page).count()).toBe(3);
    await page.getByTestId("merge-do").click();
    await asked.getByTestId("confirm").click();
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(2);
    await card.getByTestId("fusion-history").getByText("Merged").waitFor();
    await page.getByTestId("toast-action").waitFor();
    expect(await page.getByTestId("toast-action").count()).toBe(1);
    await card.getByTestId("undo-edit").first().click();
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(3);
    // What was undone in the history is not offered by the message any more.
    await page.getByText("Undone.", { exact: true }).waitFor();
    await page.getByTestId("toast-action").waitFor({ state: "detached" });
    expect(await page.getByTestId("toast-action").count()).toBe(0);
  });

  it("are deleted after a confirmation, and restored from the list of deleted ones", async () => {
    const page = await shown.open("#/log");
    await choose(page, HIGH);
    await chooseFromMenu(page, "delete-operation");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await chooseFromMenu(page, "delete-operation");
    await page.getByTestId("confirm").click();
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(2);
    await cardOf(page).waitFor({ state: "detached" });
    expect(await cardOf(page).count()).toBe(0);
    await page.reload();
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(2);
    await page.getByTestId("open-deleted").click();
    await page.getByRole("button", { name: `Restore ${HIGH}` }).click();
    await page.getByText("There is no deleted operation").waitFor();
    await page.keyboard.press("Escape");
    await rowsOf(page).filter({ hasText: HIGH }).waitFor();
  });

  it("show who can see them, and are made private by users who are allowed to", async () => {
    const page = await shown.open("#/log");
    await choose(page, LOW);
    await chooseFromMenu(page, "access-open");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Only those named here").click();
    await dialog.getByText("The station, and whoever administers it").waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await cardOf(page).waitFor();
    await chooseFromMenu(page, "access-open");
    await dialog.getByTestId("access").waitFor();
    const named = dialog.getByRole("radio", { name: "Only those named here" });
    await named.and(page.locator(":checked")).waitFor();
    expect(await named.isChecked()).toBe(true);
  });

  it("are exported together, as an archive with their checksums", async () => {
    const page = await shown.open("#/log");
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(3);
    await page.getByRole("button", { name: "Export all 3" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-csv").click()]);
    expect(download.suggestedFilename()).toMatch(/^fieldstation_[\d-]+T[\d-]+_3-tracks_csv\.zip$/);
    const names = (await readFile(await download.path())).toString("latin1");
    for (const name of [SPLIT_ME, LOW, HIGH, "SHA256SUMS"]) expect(names).toContain(name);
    await page.getByText("3 tracks saved").waitFor();
  });

  it("show the progress of an export on a slow network, and cancel it", async () => {
    const page = await shown.open("#/log");
    const card = await choose(page, SPLIT_ME);
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: 4_000, uploadThroughput: 100_000 };
    await network.send("Network.emulateNetworkConditions", slow);
    await card.getByTestId("export").click();
    await page.getByTestId("export-json").click();
    const tray = page.getByTestId("exports");
    await tray.getByText(/[1-9]\d* of 180 records/).waitFor();
    await tray.getByTestId("cancel-export").click();
    await tray.waitFor({ state: "detached" });
    await network.send("Network.emulateNetworkConditions", { ...slow, downloadThroughput: -1 });
    await card.getByTestId("export").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export-json").click()]);
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toHaveLength(180);
  });

  it("are purged once they are older than the retention that an administrator sets", async () => {
    const page = await shown.open("#/settings");
    await page.getByTestId("backup-now").click();
    await page
      .getByTestId("backup-list")
      .getByText(/\d operations, \d+ records/)
      .waitFor();
    await page.getByText("npm run station -- restore").waitFor();
    const age = page.getByTestId("retention-ageDays");
    await age.fill("0");
    await page.getByTestId("retention-save").click();
    await page.getByText("A whole number from 1 to").waitFor();
    await age.fill("365");
    await page.getByTestId("retention-save").click();
    await page.getByTestId("purge-due").getByText("1 operation with 90 records").waitFor();
    await page.getByTestId("purge-run").click();
    await page.getByTestId("confirm").click();
    await page.getByTestId("purge-last").getByText("1 operation").waitFor();
    await page.reload();
    await expect.poll(() => age.inputValue(), SOON).toBe("365");
    await page.goto(`${shown.station.url}/#/log?period=all`);
    await expect.poll(() => rowsOf(page).count(), SOON).toBe(3);
  });
});
