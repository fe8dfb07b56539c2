import { beforeAll, describe, expect, it } from "vitest";
import type { Alert } from "../../../server/contracts/alerts.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";

const PLACE = { latitude: 47.07, longitude: 15.43 };
/** In degrees to the north, about 280 m. */
const AWAY = 0.0025;

/** An aircraft that came from the north into an area a moment ago, and is there. */
describe.skipIf(browserPath === undefined)("an alert that goes on", () => {
  const shown = useConsole();

  beforeAll(async () => {
    await shown.send("POST", "/station/v1/alert-rules", {
      name: "Stadium",
      kind: "area_entered",
      severity: "critical",
      sound: false,
      notify: false,
      region: { type: "Point", coordinates: [PLACE.longitude, PLACE.latitude], radius: 150 },
    });
    const flight = { serial: "1596F350457791151077", radio: "31", sensor: "ROOF", technology: "wifi_beacon" } as const;
    const endMs = Date.now();
    const push = (latitude: number, atMs: number) =>
      pushFlight(shown.station.url, { ...flight, latitude, endMs: atMs, heightM: 40, points: 1 });
    await push(PLACE.latitude + AWAY, endMs - 20_000);
    await push(PLACE.latitude, endMs);
  });

  it("is not shown with the aircraft at a time before it began", async () => {
    const alerts = async () =>
      (await (await fetch(`${shown.station.url}/station/v1/alerts`)).json()) as readonly Alert[];
    await expect.poll(alerts).toHaveLength(1);
    const [alert] = await alerts();
    const beganMs = Date.parse(alert!.began_at);
    const at = (timeMs: number) =>
      `#/?at=${PLACE.latitude},${PLACE.longitude},15&aircraft=${alert!.operation_id}&moment=${new Date(timeMs).toISOString()}`;
    const page = await shown.open(at(beganMs - 5_000));
    await page.getByTestId("replay-notice").waitFor();
    await page.getByTestId("alert-banner").getByText("Stadium").waitFor();
    await page.getByTestId("operation-card").waitFor();
    expect(await page.getByTestId("alert-tag").count()).toBe(0);
    await page.getByTestId("timeline-remark").waitFor({ state: "detached" });
    await saveScreenshot(page, "alert-before-it-began-day");

    // In the list and on the card.
    await page.evaluate(`location.hash = "${at(beganMs)}"`);
    await expect.poll(() => page.getByTestId("alert-tag").count()).toBe(2);
    await saveScreenshot(page, "alert-then-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "alert-then-night");
    expect(await seriousViolations(page)).toEqual([]);
  });

  it("is acknowledged by its key, and not by accident where single keys are switched off, nor with Shift", async () => {
    const page = await shown.open("#/settings");
    const acknowledgements: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/acknowledge")) acknowledgements.push(request.method());
    });
    const banner = page.getByTestId("alert-banner");
    await banner.getByRole("button", { name: "Acknowledge (A)" }).waitFor();
    const singleKeys = page.getByRole("switch", { name: "Single-key shortcuts" });
    await singleKeys.click();
    await page.keyboard.press("a");
    await page.keyboard.press("Control+k");
    await page.getByTestId("search-text").waitFor();
    expect(acknowledgements).toEqual([]);
    await page.keyboard.press("Escape");
    await banner.getByRole("button", { name: "Acknowledge", exact: true }).waitFor();
    await singleKeys.click();
    await banner.getByRole("button", { name: "Acknowledge (A)" }).waitFor();
    await page.keyboard.press("Shift+A");
    await page.keyboard.press("e");
    await page.getByTestId("alert").getByText("Active").waitFor();
    expect(acknowledgements).toEqual([]);

    await page.keyboard.press("?");
    await page.getByTestId("shortcuts").getByText("Acknowledge the most urgent alert").waitFor();
    await saveScreenshot(page, "shortcuts-alert-day");
    // Nothing behind the dialog.
    await page.keyboard.press("a");
    await page.keyboard.press("Escape");
    await page.getByTestId("shortcuts").waitFor({ state: "detached" });
    expect(acknowledgements).toEqual([]);
    await page.keyboard.press("a");
    await banner.waitFor({ state: "detached" });
    expect(acknowledgements).toEqual(["POST"]);
    await page.keyboard.press("a");
    await page.getByText("There is no alert to acknowledge.").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });
});
