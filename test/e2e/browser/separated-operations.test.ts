import { beforeAll, describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";

const SERIAL = "1581F5FJD2282A000005";
const HOUR_MS = 3_600_000;

/** Two aircraft that begin together and fly apart, of which one declares no identifier. */
describe.skipIf(browserPath === undefined)("an operation that the station separated", () => {
  const shown = useConsole();

  beforeAll(async () => {
    const endMs = Date.now() - HOUR_MS;
    const flight = { endMs, latitude: 46.5, points: 60, heightM: 50, technology: "wifi_beacon" } as const;
    await pushFlight(shown.station.url, { ...flight, serial: SERIAL, radio: "06", sensor: "ROOF" });
    const away = { ...flight, sensor: "YARD", radio: "07", stepDegrees: -2e-4 };
    // First only the positions that are near the other aircraft, so that the two are joined.
    await pushFlight(shown.station.url, { ...away, points: 3, endMs: endMs - 57_000 });
    await pushFlight(shown.station.url, away);
  });

  it("shows in its history when, by whom and why, without an undo", async () => {
    const page = await shown.open("#/log");
    await page.getByTestId("log-table").locator("tbody tr").filter({ hasText: SERIAL }).getByRole("button").click();
    const history = page.getByTestId("operation-card").getByTestId("fusion-history");
    await history.getByText("the station by itself").waitFor();
    await history
      .getByTestId("separation-reason")
      .getByText(/^Received .* apart at the same time/)
      .waitFor();
    expect(await history.getByTestId("undo-edit").count()).toBe(0);
  });
});
