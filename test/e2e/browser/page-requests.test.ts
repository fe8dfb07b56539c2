import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";

const AIRCRAFT = 3;
const POINTS = 90;

/** A log of a minute and a half. */
const logOf = (day: number): string => {
  const points = Array.from({ length: POINTS }, (_, second) => {
    const time = new Date(Date.UTC(2026, 9, day, 10, 0, second)).toISOString();
    return `<trkpt lat="${47.07 + second / 1e5}" lon="15.44"><ele>${400 + second}</ele><time>${time}</time></trkpt>`;
  });
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`;
};

/** Runs in the page: what it has requested, without what it asks for again ten seconds after it was opened. */
const REQUESTED = `performance.getEntriesByType("resource")
  .filter(({ startTime }) => startTime < 9_000)
  .map(({ name }) => name)`;

/** Runs before the page: notes what is asked for while the log is not in the document yet. */
const NOTE_EARLY = `(() => {
  window.early = [];
  const { fetch } = window;
  window.fetch = (...given) => {
    if (document.querySelector("[data-testid=open-deleted]") === null) window.early.push(String(given[0]));
    return fetch(...given);
  };
})()`;

/** How often each path of the station was asked for, with the operation where it is one's. */
async function countsOf(page: Page): Promise<Readonly<Record<string, number>>> {
  const addresses = await page.evaluate<readonly string[]>(REQUESTED);
  const paths = addresses.map((address) => {
    const { pathname, searchParams } = new URL(address);
    return [pathname, searchParams.get("operation_id")].filter((part) => part !== null).join(" of ");
  });
  return Object.fromEntries([...Map.groupBy(paths, (path) => path)].map(([path, { length }]) => [path, length]));
}

/** The strip at the top asks every two seconds: whatever the page asks for once more by then is there. */
async function restsAfter(page: Page): Promise<void> {
  for (let poll = 0; poll < 2; poll += 1) await page.waitForResponse(/\/station\/v1\/sources/);
}

/** A request that a page repeats needlessly slows it down for everybody who opens it. */
describe.skipIf(browserPath === undefined)("the requests of a page that is opened", () => {
  const shown = useConsole();
  const operations: string[] = [];
  const flights: string[] = [];

  beforeAll(async () => {
    const { url } = shown.station;
    for (let index = 0; index < AIRCRAFT; index += 1) {
      await pushFlight(url, {
        serial: `1596F3504577911510${index}1`,
        radio: `1${index}`,
        sensor: "roof",
        technology: "wifi_beacon",
        endMs: Date.now(),
        latitude: 47.06 + index / 100,
        heightM: 60,
        points: 20,
      });
    }
    type Listed = readonly { readonly id: string }[];
    const listed = (await (await fetch(`${url}/v2/airspace/operations?from=-PT5M`)).json()) as Listed;
    operations.push(...listed.map(({ id }) => id));
    for (const day of [3, 4]) {
      type Imported = { readonly flights: Listed };
      const imported = await shown.send<Imported>("POST", "/station/v1/flight-imports", logOf(day));
      flights.push(...imported.flights.map(({ id }) => id));
    }
  });

  it("are, on the live page, one list of operations, one of sensors, and one trail of each aircraft, operators included", async () => {
    const page = await shown.open("#/?at=47.07,15.43,12");
    await page.getByText(`${AIRCRAFT} aircraft in view`).waitFor();
    expect(operations).toHaveLength(AIRCRAFT);
    const trails = operations.map((id) => `/v2/airspace/telemetry/ua of ${id}`);
    await expect.poll(async () => Object.keys(await countsOf(page))).toEqual(expect.arrayContaining(trails));
    await restsAfter(page);
    const airspace = Object.entries(await countsOf(page)).filter(([path]) => path.startsWith("/v2/airspace/"));
    expect(Object.fromEntries(airspace)).toEqual({
      "/v2/airspace/operations": 1,
      "/v2/airspace/telemetry/global-system": 1,
      ...Object.fromEntries(trails.map((path) => [path, 1])),
    });
    await page.getByTestId("aircraft-list").getByRole("option").first().click();
    // As it was pushed, a thousandth of a degree south of where the aircraft began.
    await page
      .getByTestId("operation-card")
      .getByText(/^47\.0[5-7]900, 15\.43000$/)
      .waitFor();
  });

  it("are the same where one aircraft is chosen by the address, and on a page without a map", async () => {
    const page = await shown.open(`#/?at=47.07,15.43,12&aircraft=${operations[0]}`);
    await page.getByTestId("operation-card").waitFor();
    await restsAfter(page);
    expect(await countsOf(page)).toMatchObject({
      "/v2/airspace/operations": 1,
      [`/v2/airspace/telemetry/ua of ${operations[0]}`]: 1,
    });
    expect(await countsOf(page)).not.toHaveProperty(`/v2/airspace/telemetry/operator of ${operations[0]}`);

    const settings = await shown.open("#/settings");
    await settings.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await restsAfter(settings);
    expect(await countsOf(settings)).toMatchObject({ "/v2/airspace/operations": 1 });
  });

  it("are sent before the page is built, so that the station answers meanwhile", async () => {
    const page = await shown.open("#/flights");
    await page.addInitScript({ content: NOTE_EARLY });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Flights" }).waitFor();
    await restsAfter(page);
    await page.evaluate("window.early.length = 0");
    await page.evaluate(`location.hash = "#/log"`);
    await page.getByTestId("log-table").waitFor();
    const listed = /^\/v2\/airspace\/operations\?.*limit=500/;
    expect(await page.evaluate("window.early")).toContainEqual(expect.stringMatching(listed));
  });

  it("are one track of a flight for its page, with the line that the map shows first", async () => {
    const page = await shown.open(`#/flights/${flights[0]}`);
    await page.getByTestId("chart-height").locator("canvas").first().waitFor();
    expect(await countsOf(page)).toMatchObject({
      [`/v1/flights/${flights[0]}`]: 1,
      [`/station/v1/flights/${flights[0]}/track-line`]: 1,
      [`/station/v1/flights/${flights[0]}/track-curve`]: 1,
    });
  });

  it("are one track for a report, and one of each flight that is compared, without a line", async () => {
    const report = await shown.open(`#/flights/${flights[0]}/report`);
    await report.locator("[data-testid=flight-report][data-complete=yes] canvas").first().waitFor();
    const compared = await shown.open(`#/flights/${flights[0]}/compare/${flights[1]}`);
    await compared.getByTestId("compared-charts").locator("canvas").first().waitFor();
    for (const [page, shownFlights] of [
      [report, flights.slice(0, 1)],
      [compared, flights],
    ] as const) {
      const counts = await countsOf(page);
      for (const id of shownFlights) {
        expect(counts).toMatchObject({ [`/v1/flights/${id}`]: 1, [`/station/v1/flights/${id}/track-curve`]: 1 });
        expect(counts).not.toHaveProperty(`/station/v1/flights/${id}/track-line`);
      }
    }
  });
});
