import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Flight, FlightDetail } from "../../../server/contracts/flights.ts";
import type { SyncPeer } from "../../../server/contracts/sync.ts";
import { PLAN } from "../../api/flights-station.ts";
import { browserPath, saveScreenshot, type Mode, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { cutOffInStrip } from "../../support/top-strip.ts";
import { CLOSED_ADDRESS, done, PEERS, type SyncStation, startSyncStation } from "../../sync/sync-station.ts";

const MINUTE_MS = 60_000;

/** A station in the field with its console, and another one as its cloud. */
describe.skipIf(browserPath === undefined)("synchronisation in the console", () => {
  const shown = useConsole();
  let cloud: SyncStation;
  beforeAll(async () => {
    cloud = await startSyncStation();
  });
  afterAll(async () => cloud?.[Symbol.asyncDispose]());

  const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const planOf = (callsign_used: string) => ({
    ...PLAN,
    date_planned_start: soon(60),
    date_planned_finish: soon(90),
    callsign_used,
  });
  const planHere = (callsign: string) => shown.send<Flight>("POST", "/v1/flights", planOf(callsign));
  const planThere = (callsign: string) => done<Flight>(cloud.ann.call("POST", "/v1/flights", planOf(callsign)));
  const flightThere = (id: string) => done<FlightDetail>(cloud.ann.call("GET", `/v1/flights/${id}`));
  async function flightHere(id: string): Promise<FlightDetail> {
    return (await (await fetch(`${shown.station.url}/v1/flights/${id}`)).json()) as FlightDetail;
  }
  const statusThere = async (id: string) => (await cloud.ann.call("GET", `/v1/flights/${id}`)).status;

  const marked = (page: Page, id: string, state: string) =>
    page.getByTestId(`flight-${id}`).locator(`[data-testid=flight-sync][data-state=${state}]`).waitFor();
  async function says(page: Page, sentence: string): Promise<void> {
    await expect.poll(() => page.getByTestId("sync-sentence").textContent()).toBe(sentence);
  }
  async function leadTo(page: Page, name: "flights" | "sync"): Promise<void> {
    await page.getByTestId(`nav-${name}`).click();
  }
  /** What is done on the panel of the peer. */
  async function press(page: Page, button: string): Promise<void> {
    await page.getByTestId(button).click();
  }
  async function pause(page: Page): Promise<void> {
    await press(page, "peer-pause");
    await page.getByRole("button", { name: /^Resume/ }).waitFor();
  }

  it("shows nothing without a peer, and adds one with a token that the peer accepts", async () => {
    const page = await shown.open("#/sync", { isExpected: (one) => one.includes("with a status of 400") });
    await page.getByText("Nothing is synchronised yet").waitFor();
    expect(await page.getByTestId("sync-state").count()).toBe(0);

    await page.getByTestId("add-peer").click();
    await page.getByTestId("save-peer").click();
    await page.getByText("An address that begins with https:// or http://.").waitFor();
    await page.getByText("Paste a token, or sign in by code.").waitFor();
    await page.getByTestId("peer-address").fill("http://10.11.12.13");
    await page.getByText("everybody on the network path can read your data").waitFor();
    await page.getByTestId("peer-token").fill("not a token");
    await page.getByTestId("save-peer").click();
    await page.getByText("Is not encrypted").waitFor();

    await page.getByTestId("peer-address").fill(cloud.station.url);
    await page.getByTestId("save-peer").click();
    const tokenField = page.getByRole("dialog").locator(".field", { has: page.getByTestId("peer-token") });
    await tokenField.locator(".is-problem").waitFor();
    expect(await page.getByTestId("peer-token").getAttribute("aria-invalid")).toBe("true");
    await page.getByTestId("peer-token").fill(cloud.ann.pat);
    await page.getByTestId("peer-name").fill("Cloud");
    await page.getByTestId("save-peer").click();

    const panel = page.getByRole("article", { name: "Cloud" });
    await panel.getByText("ann@field.test").waitFor();
    await panel.getByText("Reachable").waitFor();
    await says(page, "Everything is there.");
    await page.locator("[data-testid=sync-state][data-state=there]").waitFor();
    expect(await page.content()).not.toContain(cloud.ann.pat);
  });

  it("shows where each flight is: a plan made here arrives there, and one made there arrives here", async () => {
    const page = await shown.open("#/sync");
    await page.getByTestId("sync-sentence").waitFor();
    const here = await planHere("OK-HERE");
    await leadTo(page, "flights");
    await marked(page, here.id, "there");
    expect(await flightThere(here.id)).toMatchObject({ callsign_used: "OK-HERE", status: "planned" });

    const there = await planThere("OK-THERE");
    await leadTo(page, "sync");
    await press(page, "peer-run");
    await expect.poll(async () => (await flightHere(there.id)).callsign_used).toBe("OK-THERE");
    await pause(page);
    await shown.send("PATCH", `/v1/flights/${there.id}`, { max_height: 55 });
    const offline = await planHere("OK-OFFLINE");
    await says(page, "2 flights wait: Cloud is paused.");
    await leadTo(page, "flights");
    await marked(page, offline.id, "only_here");
    await marked(page, there.id, "differs");
    await marked(page, here.id, "there");
    await page.getByTestId(`flight-${offline.id}`).click();
    await page.getByRole("heading", { level: 1, name: "OK-OFFLINE" }).waitFor();
    await page.locator("[data-testid=flight-sync][data-state=only_here]").click();
    await press(page, "peer-pause");
    await says(page, "Everything is there.");
    expect(await flightThere(there.id)).toMatchObject({ max_height: 55 });
    expect(await statusThere(offline.id)).toBe(200);
  });

  it("has a plan that was changed on both sides decided field by field, and then both sides are equal", async () => {
    const { id } = await planHere("OK-BOTH");
    const page = await shown.open("#/sync", { mode: "night" });
    await expect.poll(() => statusThere(id)).toBe(200);
    await says(page, "Everything is there.");
    await pause(page);
    const circle = (radius: number) => ({ type: "Point", coordinates: [14, 50], radius });
    await shown.send("PATCH", `/v1/flights/${id}`, {
      max_flight_altitude: 310,
      max_height: 60,
      region: circle(800),
    });
    await done(
      cloud.ann.call("PATCH", `/v1/flights/${id}`, { max_flight_altitude: 320, max_height: 70, region: circle(300) }),
    );
    await press(page, "peer-pause");
    await says(page, "1 item needs you.");
    await page.locator("[data-testid=sync-state][data-state=needs_you]").waitFor();
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => cutOffInStrip(page)).toEqual([]);
      await saveScreenshot(page, `strip-needs-you-${width}`);
    }

    const conflict = page.getByTestId("conflict");
    await conflict.getByRole("group", { name: "Area there: OK-BOTH" }).waitFor();
    await conflict.getByTestId("conflict-max_height").getByText("Before: none").waitFor();
    await keepConflict(page, "night");
    await page.emulateMedia({ colorScheme: "light" });
    await keepConflict(page, "day");
    await page.getByTestId("decide").click();
    await expect.poll(() => conflict.getByText("Choose a value.").count()).toBe(3);
    await page.getByTestId("all-there").click();
    await page.getByTestId("choose-max_flight_altitude-here").check();
    await page.getByTestId("type-max_height").fill("much");
    await page.getByTestId("decide").click();
    await conflict.getByText("A number is needed.").waitFor();
    await page.getByTestId("type-max_height").fill("65");
    await page.getByTestId("decide").click();

    await says(page, "Everything is there.");
    await conflict.waitFor({ state: "detached" });
    await page.getByTestId("decided").locator("summary").click();
    await page.getByText("Height limit above the take-off (m): 65").waitFor();
    await page.getByText("Greatest height above sea level (m): the value of this station").waitFor();
    const decided = { max_flight_altitude: 310, max_height: 65, region: { radius: 300 } };
    for (const flight of [await flightHere(id), await flightThere(id)]) expect(flight).toMatchObject(decided);
  });

  async function keepConflict(page: Page, mode: Mode): Promise<void> {
    await page.locator(`html[data-mode=${mode}]`).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, `sync-conflict-${mode}`);
  }

  it("stops sending what a user discards, which stays here, and sends it if the user changes that", async () => {
    const page = await shown.open("#/sync");
    await pause(page);
    const { id } = await planHere("OK-SECRET");
    const item = page.getByTestId("step-flight");
    await item.getByText("The peer is paused.").waitFor();
    await item.getByRole("button", { name: "Do not send: OK-SECRET" }).click();
    await page.getByRole("dialog").getByText("It stays on this station").waitFor();
    await page.getByTestId("confirm").click();
    await item.getByText("It stays on this station only.").waitFor();
    await press(page, "peer-pause");
    await says(page, "Everything is there but 1 item that is not sent.");
    await leadTo(page, "flights");
    await marked(page, id, "only_here");
    expect(await statusThere(id)).toBe(404);

    await leadTo(page, "sync");
    await item.getByRole("button", { name: "Send after all: OK-SECRET" }).click();
    await says(page, "Everything is there.");
    expect(await statusThere(id)).toBe(200);
  });

  it("is edited: name, budget and what is fetched", async () => {
    const page = await shown.open("#/sync");
    await press(page, "peer-edit");
    await page.getByTestId("peer-sightings").uncheck();
    await page.getByTestId("peer-fetch-sightings").check();
    for (const mode of ["day", "night"] as const) {
      await page.evaluate(`document.documentElement.dataset.mode = "${mode}"`);
      await saveScreenshot(page, `sync-edit-station-${mode}`);
    }
    await page.getByTestId("peer-budget").fill("much");
    await page.getByTestId("save-peer").click();
    await page.getByText("A number of at least 0.1, or empty.").waitFor();
    await page.getByTestId("peer-budget").fill("50");
    await page.getByTestId("peer-token").fill("nobody keeps this");
    // What was typed survives a crash, except secrets.
    await page.reload();
    await press(page, "peer-edit");
    await page.getByTestId("draft-restored").waitFor();
    expect(await page.getByTestId("peer-budget").inputValue()).toBe("50");
    expect(await page.getByTestId("peer-token").inputValue()).toBe("");
    await page.getByTestId("peer-days").fill("7");
    await page.getByTestId("peer-tracks").selectOption({ label: "Fetched as well" });
    await page.getByTestId("peer-name").fill("Office");
    await page.getByTestId("save-peer").click();
    await page
      .getByRole("article", { name: "Office" })
      .getByText(/of 50.MB/)
      .waitFor();
    const peers = (await (await fetch(`${shown.station.url}${PEERS}`)).json()) as readonly SyncPeer[];
    const scope = { days_back: 7, tracks: "all", sightings: false, fetch_sightings: true };
    expect(peers).toMatchObject([{ name: "Office", state: "ready", scope }]);
  });

  it("shows what another station sent as received by that station", async () => {
    const serial = "1596F351901936310360";
    const observed_at = new Date(Date.now() - 30 * MINUTE_MS).toISOString();
    await shown.send("POST", "/station/v1/sync/sightings", {
      station: { id: "5f0c5a3e-6a53-4f43-9f0b-6b1d3c6f5a11" },
      suboperation: {
        id: "0191c5a0-0000-7000-8000-000000000001",
        operation_id: "0191c5a0-0000-7000-8000-000000000002",
        sensor_id: "HUT",
        transmission_technology: "wifi_beacon",
        source_type: "rid_receiver",
        transmitter: "mac:02:00:5e:00:53:77",
        declared: { identifiers: [{ type: "serial_number", value: serial }] },
      },
      ua: [{ observed_at, received_at: observed_at, latitude: 50, longitude: 14, operational_state: "airborne" }],
    });
    const page = await shown.open("#/log");
    const row = page.getByTestId("log-table").locator("tbody tr").filter({ hasText: serial });
    await row.first().getByRole("button").click();
    const card = page.getByTestId("operation-card");
    await card.getByText("Sent by another station.").scrollIntoViewIfNeeded();
    await expect.poll(() => card.getByText("HUT").count()).toBeGreaterThan(0);
    await saveScreenshot(page, "operation-of-station-day");
  });

  it("removes a peer unless that is undone, and shows what exists only here", async () => {
    // What was asked about the peer just before is answered just after.
    const page = await shown.open("#/sync", { isExpected: (one) => one.includes("status of 404") });
    await pause(page);
    const { id } = await planHere("OK-LAST");
    await says(page, "1 flight waits: Office is paused.");
    await page.locator("[data-testid=sync-state][data-state=waiting]").waitFor();
    await press(page, "peer-remove");
    await page.getByText("Nothing is synchronised yet").waitFor();
    await page.getByText("1 item that it does not have stays on this station only").waitFor();
    await page.getByTestId("toast-action").click();
    await says(page, "1 flight waits: Office is paused.");
    await press(page, "peer-remove");
    await page.getByText("Nothing is synchronised yet").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await page.getByText("Office was removed.").waitFor();
    await leadTo(page, "flights");
    await page.getByTestId(`flight-${id}`).waitFor();
    for (const name of ["flight-sync", "sync-state"]) {
      await page.getByTestId(name).first().waitFor({ state: "detached" });
      expect(await page.getByTestId(name).count()).toBe(0);
    }
  });

  it("counts an unreachable peer as offline, which is no failure", async () => {
    const page = await shown.open("#/sync?add=yes");
    await page.getByTestId("peer-address").fill(CLOSED_ADDRESS);
    await page.getByTestId("peer-token").fill("t".repeat(40));
    await page.getByTestId("peer-name").fill("Far");
    await page.getByTestId("save-peer").click();
    const far = page.getByRole("article", { name: "Far" });
    await far.getByText("That is normal in the field").waitFor();
    // What happened and what to do, in words: a code of the system is none.
    await far.getByText("port 9 belongs to another kind of service; choose another port there.").waitFor();
    expect(await page.getByText(/ECONNREFUSED|fetch failed|bad port/).count()).toBe(0);
    await expect
      .poll(() => page.getByTestId("sync-sentence").textContent())
      .toMatch(/^\d+ flights wait for a network\.$/);
    await saveScreenshot(page, "sync-offline-day");
    await press(page, "peer-remove");
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await page.getByText("Far was removed.").waitFor();
    await page.getByText("Nothing is synchronised yet").waitFor();
  });
});
