import { describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const LOG = `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="test"><trk><trkseg>
<trkpt lat="50.1" lon="14.4"><ele>300</ele><time>2026-11-20T10:00:00Z</time></trkpt>
<trkpt lat="50.101" lon="14.4"><ele>310</ele><time>2026-11-20T10:00:20Z</time></trkpt>
</trkseg></trk></gpx>`;

const AIRCRAFT = { weight: null, uas_class: "AircraftUASClass.C1", endurance: 20 };
/** Long enough for a busy machine. */
const SOON = { timeout: 15_000 };

describe.skipIf(browserPath === undefined)("what another window or a program changed", () => {
  const shown = useConsole();

  it("appears in the lists of aircraft and of flights, and in the calendar, without a reload", async () => {
    const page = await shown.open("#/aircraft", { pace: 4 });
    await page.getByText("No aircraft yet").waitFor();
    await shown.send("POST", "/v1/aircraft", { ...AIRCRAFT, name: "Survey wing" });
    await page.getByTestId("aircraft-item").getByText("Survey wing").waitFor();

    await page.goto(`${shown.station.url}/#/flights?calendar=2026-11`);
    await page.getByText("No flights yet").waitFor();
    await shown.send("POST", "/station/v1/flight-imports?source_name=morning.gpx", LOG);
    await page.getByTestId("flights").getByText("morning.gpx").waitFor();
    await expect.poll(() => page.getByTestId("flight-statistics").textContent(), SOON).toContain("1 flight");

    const day = page.getByTestId("flight-calendar").locator('[data-day="2026-11-20"]');
    await expect.poll(() => day.textContent(), SOON).toContain(": 1 flight");
    await shown.send("POST", "/station/v1/flight-imports?source_name=noon.gpx", LOG.replaceAll("T10:", "T12:"));
    await page.getByTestId("flights").getByText("noon.gpx").waitFor();
    await expect.poll(() => day.textContent(), SOON).toContain(": 2 flights");
  });

  it("makes the form of a deleted entry report the deletion in a full sentence", async () => {
    const { id } = await shown.send<{ readonly id: string }>("POST", "/v1/aircraft", { ...AIRCRAFT, name: "Gone" });
    const page = await shown.open("#/aircraft", { isExpected: (complaint) => complaint.includes("/v1/aircraft/") });
    await page.getByRole("listitem", { name: "Gone" }).getByRole("button", { name: /Edit/ }).click();
    await page.getByTestId("aircraft-name").fill("Here");
    await fetch(`${shown.station.url}/v1/aircraft/${id}`, { method: "DELETE" });
    await page.getByTestId("save-aircraft").click();
    const failure = page.getByRole("dialog").getByText(/There is no such aircraft, or you may not see it\./);
    await failure.waitFor();
    expect(await failure.textContent()).toContain("It could not be done. There is no such aircraft");
  });
});
