import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Aircraft } from "../../../server/contracts/aircraft.ts";
import type { Device } from "../../../server/contracts/devices.ts";
import type { Flight } from "../../../server/contracts/flights.ts";
import type { SyncPeer } from "../../../server/contracts/sync.ts";
import { PLAN, point } from "../../api/flights-station.ts";
import { PASSWORD } from "../../support/station-in-process.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { done, PEERS, type SyncStation, startSyncStation } from "../../sync/sync-station.ts";

const MINUTE_MS = 60_000;

/** What an operator does with a peer before a trip and after it. */
describe.skipIf(browserPath === undefined)("a peer before and after a trip", () => {
  const shown = useConsole();
  let cloud: SyncStation;
  beforeAll(async () => {
    cloud = await startSyncStation();
    await shown.send("POST", PEERS, { base_url: cloud.station.url, name: "Cloud", token: cloud.ann.pat });
  });
  afterAll(async () => cloud?.[Symbol.asyncDispose]());

  const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  async function says(page: Page, sentence: string): Promise<void> {
    await expect.poll(() => page.getByTestId("sync-sentence").textContent()).toBe(sentence);
  }
  /** What is done on the panel of the peer. */
  async function press(page: Page, button: string): Promise<void> {
    await page.getByTestId(button).click();
  }
  async function pause(page: Page): Promise<void> {
    await press(page, "peer-pause");
    await page.getByRole("button", { name: /^Resume/ }).waitFor();
  }

  it("lets the user decide on an aircraft and a device too, and undo a decision until it is sent", async () => {
    const aircraft = await shown.send<Aircraft>("POST", "/v1/aircraft", {
      name: "Kite",
      weight: 900,
      uas_class: "AircraftUASClass.C1",
      endurance: 31,
    });
    const device = await shown.send<Device>("POST", "/v1/devices", { serial_number: "JOURNEY7", name: "Beacon" });
    const page = await shown.open("#/sync");
    const fleetThere = () => done<readonly Aircraft[]>(cloud.ann.call("GET", "/v1/aircraft"));
    const deviceThere = () => done<Device>(cloud.ann.call("GET", "/v1/devices/JOURNEY7"));
    await expect.poll(async () => (await fleetThere()).length).toBe(1);
    await says(page, "Everything is there.");
    await pause(page);
    const [remote] = await fleetThere();
    await shown.send("PATCH", `/v1/aircraft/${aircraft.id}`, { name: "Kite one", weight: 910 });
    await done(cloud.ann.call("PATCH", `/v1/aircraft/${remote!.id}`, { name: "Kite two", weight: 920 }));
    await shown.send("PATCH", `/v1/devices/${device.id}`, { callsign: "FIELD", name: "Beacon here" });
    await done(cloud.ann.call("PATCH", `/v1/devices/${(await deviceThere()).id}`, { name: "Beacon there" }));
    await press(page, "peer-pause");
    await says(page, "2 items need you.");
    await pause(page);

    const conflictOf = (name: string) => page.getByTestId("conflict").filter({ hasText: name });
    const decide = async (name: string, all: "all-here" | "all-there") => {
      const conflict = conflictOf(name);
      if ((await conflict.getByTestId(all).count()) === 0)
        await conflict.getByRole("button", { name: /^Decide/ }).click();
      await conflict.getByTestId(all).click();
      await conflict.getByTestId("decide").click();
      await conflict.waitFor({ state: "detached" });
    };
    await decide("Kite one", "all-there");
    await page.getByTestId("undo-decision").click();
    await conflictOf("Kite one").waitFor();
    expect(await page.getByTestId("undo-decision").count()).toBe(0);
    await decide("Kite one", "all-here");
    await decide("Beacon here", "all-there");
    expect(await page.getByTestId("undo-decision").count()).toBe(2);
    await saveScreenshot(page, "sync-decided-day");
    await press(page, "peer-pause");
    await says(page, "Everything is there.");
    expect(await fleetThere()).toMatchObject([{ name: "Kite one", weight: 910 }]);
    expect(await deviceThere()).toMatchObject({ name: "Beacon there", callsign: "FIELD" });
    const local = (await (await fetch(`${shown.station.url}/v1/devices/JOURNEY7`)).json()) as Device;
    expect(local.name).toBe("Beacon there");
    await expect.poll(() => page.getByTestId("undo-decision").count()).toBe(0);
  });

  it("fetches the track of a flight that was flown elsewhere from its page", async () => {
    const flown = { ...PLAN, status: "finished", date_started: soon(-90), date_finished: soon(-80) };
    const flight = await done<Flight>(
      cloud.ann.call("POST", "/v1/flights", {
        ...flown,
        date_planned_start: soon(-90),
        date_planned_finish: soon(-80),
        callsign_used: "OK-FAR",
      }),
    );
    const points = Array.from({ length: 60 }, (_, second) =>
      point(second, { time: new Date(Date.now() - 90 * MINUTE_MS + second * 1000).toISOString() }),
    );
    await done(cloud.ann.call("POST", `/v1/flights/${flight.id}/telemetry`, points));
    const page = await shown.open("#/sync");
    await press(page, "peer-run");
    await expect.poll(async () => (await fetch(`${shown.station.url}/v1/flights/${flight.id}`)).status).toBe(200);
    await page.goto(`${shown.station.url}/#/flights/${flight.id}`);
    await page.getByRole("heading", { level: 1, name: "OK-FAR" }).waitFor();
    await page.getByTestId("flight-copy").getByText("Fetch the track from Cloud").waitFor();
    await saveScreenshot(page, "flight-fetch-track-day");
    await page.getByTestId("fetch-track").click();
    await page.getByTestId("flight-copy").waitFor({ state: "detached" });
    await page.getByTestId("export").waitFor();
  });

  it("copies a region for offline use, shows how old each part is, and what is missing", async () => {
    const page = await shown.open("#/sync", { mode: "night" });
    await press(page, "peer-take-along");
    await page.getByTestId("region-place").fill("somewhere");
    await page.getByTestId("take-along-start").click();
    await page.getByText("Enter coordinates such as 47.0700, 15.4300, or as DMS, UTM or MGRS.").waitFor();
    await page.getByTestId("region-place").fill("50, 14");
    await saveScreenshot(page, "sync-take-along-form-night");
    await page.getByTestId("take-along-start").click();
    const taken = page.getByTestId("take-along-status");
    await taken.getByText("everything was fetched").waitFor();
    const devices = (await (await fetch(`${shown.station.url}/v1/devices`)).json()) as readonly Device[];
    await taken.getByText("The peer has no zones in this region.").waitFor();
    expect(await taken.locator("li[data-state=done]").count()).toBe(4);
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "sync-take-along-night");
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("html[data-mode=day]").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "sync-take-along-day");
    await page.goto(`${shown.station.url}/#/devices/${devices[0]!.id}`);
    const atPeer = page.getByTestId("device-at-peer");
    await atPeer.getByText("At Cloud").waitFor();
    await atPeer.getByText("The device was not activated.").waitFor();
    await saveScreenshot(page, "device-at-peer-day");
  });

  it("warns before a token expires, on the page and in the strip", async () => {
    const page = await shown.open("#/sync");
    const made = await done<{ readonly token: string }>(
      cloud.ann.call("POST", "/v2/pats/tokens", { password: PASSWORD, expires_at: soon(2.5 * 24 * 60) }),
    );
    const enter = async (token: string) => {
      await press(page, "peer-edit");
      await page.getByTestId("peer-token").fill(token);
      await page.getByTestId("save-peer").click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await enter(made.token);
    await page.getByTestId("token-warning").getByText("The token expires in 2 days.").waitFor();
    await page.locator("[data-testid=sync-state][data-state=token]").getByText("Token expires in 2 days").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "sync-token-day");
    await enter(cloud.ann.pat);
    await page.getByTestId("token-warning").waitFor({ state: "detached" });
    await page.locator("[data-testid=sync-state][data-state=there]").waitFor();
  });

  it("shows what a peer receives on the live map, marked with its name", async () => {
    await signInAtCloud();
    const page = await shown.open("#/sources?add=cloud", { mode: "night" });
    await page.getByTestId("region-place").fill("47, 14");
    // The only peer is chosen once the peers are loaded: without one nothing is added.
    await page
      .getByTestId("source-peer")
      .locator("option:checked", { hasText: "Cloud" })
      .waitFor({ state: "attached" });
    await saveScreenshot(page, "sources-add-stream-night");
    await page.getByTestId("save-source").click();
    const panel = page.getByRole("article", { name: "Cloud" });
    await panel.getByText("Running").waitFor();
    await panel.getByText("from Cloud").waitFor();
    await receiveThere();
    await expect.poll(() => panel.getByText("0 frames").count()).toBe(0);
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "sources-stream-night");

    await page.goto(`${shown.station.url}/#/`);
    await page.getByTestId("from-peer").getByText("from Cloud").waitFor();
    await page.getByTestId("from-peer").click();
    await page.getByText("From Cloud, over its live stream").waitFor();
    await page.getByText("Cloud / roof").waitFor();
    await saveScreenshot(page, "live-from-peer-night");
  });

  /** A receiver of the other station receives an aircraft now. */
  async function receiveThere(): Promise<void> {
    const frames = Array.from({ length: 5 }, (_, index) => ({
      sn: "roof",
      tech: "wifi_beacon",
      mac: "02:00:00:00:00:07",
      timestamp: new Date(Date.now() - (5 - index) * 1000).toISOString(),
      odid: {
        BasicID: [{ UASID: "1596F351901936310360", IDType: 1, UAType: 2 }],
        Location: { Status: 2, Latitude: 47 + index * 1e-5, Longitude: 14, AltitudeGeo: 300 },
      },
    }));
    await done(cloud.root.call("POST", "/station/v1/ingest/scout", frames));
  }

  /** As after a sign-in by code: the journey of that is another one. */
  async function signInAtCloud(): Promise<void> {
    const [peer] = (await (await fetch(`${shown.station.url}${PEERS}`)).json()) as readonly SyncPeer[];
    const { access_token: accessToken } = await cloud.station.signIn("ann@field.test");
    const folder = join(shown.station.dataDir, "secrets");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const credential = { kind: "oidc", accessToken, refreshToken: "", expiresMs: Date.now() + 80_000_000 };
    writeFileSync(join(folder, `sync-peer-${peer!.id}.json`), JSON.stringify(credential), { mode: 0o600 });
  }
});
