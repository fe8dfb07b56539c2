import type { Page, WebSocketRoute } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Alert } from "../../../server/contracts/alerts.ts";
import { squareAt } from "../../api/alert-detections.ts";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";

const MINUTE_MS = 60_000;
/** A minute of the page in three seconds. */
const PACE = 20;
const OPERATIONS = 60;
const serialOf = (index: number) => `1596F3519020${String(index).padStart(8, "0")}`;

/** Runs in the page: the log in the middle of what it lists. */
const SCROLL_TO_MIDDLE = `(() => {
  const log = document.querySelector(".log-table");
  log.scrollTop = log.scrollHeight / 2;
})()`;

/** Runs in the page before the console: counts the notes that the browser is asked to play. */
const COUNT_NOTES = `
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.notes++; return start.apply(this, when); };
`;

/** A live connection that can be cut; the page goes on asking the station otherwise. */
async function cuttable(page: Page) {
  let mended: PromiseWithResolvers<void> | undefined;
  let open: WebSocketRoute | undefined;
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    // As in a network that answers nothing.
    await mended?.promise;
    socket.connectToServer();
    open = socket;
  });
  const isState = (state: string) => page.locator(`[data-testid=station-state][data-state=${state}]`).waitFor();
  return {
    isConnected: () => isState("connected"),
    async cut() {
      mended = Promise.withResolvers<void>();
      await open?.close();
      await isState("reconnecting");
    },
    async mend() {
      mended?.resolve();
      await isState("connected");
    },
  };
}

describe.skipIf(browserPath === undefined)("a log that is left open", () => {
  let aheadMs = 0;
  const shown = useConsole({ clock: { now: () => Date.now() + aheadMs } });
  const startMs = Date.now();

  /** Each begins a second after the one before. */
  const push = (index: number, points = 3) =>
    pushFlight(shown.station.url, {
      serial: serialOf(index),
      radio: index.toString(16).padStart(2, "0"),
      sensor: "roof",
      technology: "wifi_beacon",
      endMs: startMs - (100 - index - points) * 1_000,
      latitude: 47 + index / 100,
      heightM: 60,
      points,
    });

  const openLog = () => shown.open("#/log?period=hour", { pace: PACE });
  const rowsOf = (page: Page) => page.getByTestId("log-table").locator("tbody tr");
  const rowOf = (page: Page, index: number) => rowsOf(page).filter({ hasText: serialOf(index) });

  it("updates the track and the duration of an operation that is still received", async () => {
    await push(0);
    const page = await openLog();
    const duration = rowOf(page, 0).locator(".how-long");
    await duration.getByText(/^\s*2\ss/).waitFor();
    const isTrack = (address: string) => address.includes("/v2/airspace/telemetry/ua");
    const arrived = page.waitForResponse((response) => isTrack(response.url()));
    await rowOf(page, 0).getByRole("button").click();
    await arrived;

    const asked = page.waitForRequest((request) => isTrack(request.url()));
    await push(0, 13);
    await duration.getByText(/^\s*12\ss/).waitFor();
    expect((await asked).url()).toContain("operation_id=");
  });

  it("lists new operations and shows which have ended, without moving a list that is scrolled down", async () => {
    for (let index = 1; index < OPERATIONS; index++) await push(index);
    const page = await openLog();
    await rowOf(page, OPERATIONS - 1)
      .getByText("ongoing")
      .waitFor();
    await push(OPERATIONS);
    await page.getByText(`${OPERATIONS + 1} operations`, { exact: true }).waitFor();
    expect(await rowsOf(page).first().textContent()).toContain(serialOf(OPERATIONS));

    await page.evaluate(SCROLL_TO_MIDDLE);
    const middle = rowOf(page, OPERATIONS / 2);
    await middle.getByText("ongoing").waitFor();
    const topOf = async () => (await middle.boundingBox())!.y;
    const before = await topOf();
    await push(OPERATIONS + 1);
    await page.getByText(`${OPERATIONS + 2} operations`, { exact: true }).waitFor();
    expect(Math.abs((await topOf()) - before)).toBeLessThan(2);

    aheadMs = 5 * MINUTE_MS;
    await middle.getByText("ongoing").waitFor({ state: "detached" });
    expect(await middle.count()).toBe(1);
  });
});

describe.skipIf(browserPath === undefined)("the page of a flight that is left open", () => {
  const shown = useConsole();
  const post = (path: string, body: object) => shown.send<{ readonly id: string }>("POST", path, body);
  const timeOf = (fromNowS: number) => new Date(Date.now() + fromNowS * 1_000).toISOString();

  async function plan(serial: string): Promise<string> {
    const aircraft = await post("/v1/aircraft", {
      name: `Copter ${serial}`,
      weight: 900,
      uas_class: "AircraftUASClass.C1",
      endurance: 31,
    });
    const device = await post("/v1/devices", { serial_number: serial, activation_confirmed: true });
    const { id } = await post("/v1/flights", {
      date_planned_start: timeOf(-120),
      date_planned_finish: timeOf(1_200),
      region: { type: "Point", coordinates: [15.43, 47.07], radius: 300 },
      max_flight_altitude: 480,
      takeoff_latitude: 47.07,
      takeoff_longitude: 15.43,
      callsign_used: `OK-${serial.slice(-4)}`,
      aircraft: aircraft.id,
      device: device.id,
    });
    return id;
  }

  /** As its device says it. */
  const takeOff = (serial: string) =>
    post(`/v1/flights?via_serial_number=${serial}`, {
      takeoff_latitude: 47.07,
      takeoff_longitude: 15.43,
      status: "current",
    });

  const upload = (id: string, beginMs: number, seconds: readonly number[]) =>
    post(
      `/v1/flights/${id}/telemetry`,
      seconds.map((second) => ({
        time: new Date(beginMs + second * 1_000).toISOString(),
        location: { lat: 47.07 + second * 1e-5, lon: 15.43 },
        velocity: { x: 0, y: 1.1, z: 0 },
        height: second,
      })),
    );

  const pointsOf = async (page: Page): Promise<number> => {
    const term = page.getByTestId("flight-facts").locator("dt", { hasText: /^Points$/ });
    const text = await term.locator("xpath=following-sibling::dd[1]").textContent();
    return Number(text?.replaceAll(/\D/g, ""));
  };

  it("shows that a planned flight has taken off, and no longer offers to edit its plan", async () => {
    const serial = "1596F351902100000001";
    const id = await plan(serial);
    const page = await shown.open(`#/flights/${id}`, { pace: 10 });
    await page.getByTestId("edit-plan").waitFor();
    await takeOff(serial);
    await page.locator(".flight-status").getByText("In the air", { exact: true }).waitFor();
    await expect.poll(() => page.getByTestId("edit-plan").count()).toBe(0);
  });

  it("keeps the zoom of the charts and continues the playback while the flight grows", async () => {
    const serial = "1596F351902100000002";
    const id = await plan(serial);
    await takeOff(serial);
    const beginMs = Date.now() - 100_000;
    await upload(
      id,
      beginMs,
      Array.from({ length: 60 }, (_, second) => second),
    );
    const page = await shown.open(`#/flights/${id}`);
    await page.getByTestId("along").fill("20");
    await page.getByTestId("play-speed").selectOption("1");
    await page.getByTestId("charts-closer").press("Enter");
    await page.getByTestId("play-flight").press("Enter");
    const pause = page.getByTestId("flight-profile").getByRole("button", { name: "Pause" });
    await pause.waitFor();
    await upload(id, beginMs, [60, 61, 62]);
    await expect.poll(() => pointsOf(page)).toBe(63);
    expect(await page.getByTestId("charts-whole").isEnabled()).toBe(true);
    expect(await pause.count()).toBe(1);
  });
});

describe.skipIf(browserPath === undefined)("a console whose live connection was away", () => {
  const shown = useConsole();
  const push = (index: number) =>
    pushFlight(shown.station.url, {
      serial: serialOf(100 + index),
      radio: (100 + index).toString(16),
      sensor: "roof",
      technology: "wifi_beacon",
      endMs: Date.now(),
      latitude: 47.07,
      heightM: 60,
      points: 1,
    });

  it("lists at once in the log what began in the meantime", async () => {
    const page = await shown.open("#/sources");
    const connection = await cuttable(page);
    await page.goto(`${shown.station.url}/#/log?period=hour`);
    await page.reload();
    await page.getByText("Nothing recorded in this period").waitFor();
    await connection.isConnected();
    await connection.cut();
    await push(0);
    expect(await page.getByTestId("log-table").count()).toBe(0);
    await connection.mend();
    await page.getByTestId("log-table").getByText(serialOf(100)).waitFor();
  });

  it("sounds once for the alerts that began meanwhile, and not for those that it was opened with", async () => {
    const rule = { name: "Square", severity: "critical", kind: "area_entered", region: squareAt(47.07, 15.43) };
    await shown.send("POST", "/station/v1/alert-rules", rule);
    const active = async () => {
      const answer = await fetch(`${shown.station.url}/station/v1/alerts?state=active`);
      return ((await answer.json()) as readonly Alert[]).length;
    };
    await push(1);
    await expect.poll(active).toBe(1);
    const page = await shown.open("#/sources");
    await page.addInitScript(COUNT_NOTES);
    const connection = await cuttable(page);
    await Promise.all([page.waitForResponse(/\/station\/v1\/alerts/), page.reload()]);
    await page.getByTestId("alert-banner").getByText("Square").first().waitFor();
    await connection.isConnected();
    expect(await page.evaluate("window.notes")).toBe(0);

    await connection.cut();
    await push(2);
    await push(3);
    await expect.poll(active).toBe(3);
    expect(await page.evaluate("window.notes")).toBe(0);
    await connection.mend();
    // Those of one critical alert.
    await expect.poll(() => page.evaluate("window.notes")).toBe(4);
  });
});
