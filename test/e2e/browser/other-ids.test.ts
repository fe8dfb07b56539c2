import { describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { PLAN } from "../../api/flights-station.ts";

const HOUR_MS = 3_600_000;
const SERIAL = "1596F350457791151099";
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const isNotFound = (complaint: string) => complaint.includes("with a status of 404");

/** The id in the address is changed manually or by a link: the page stays open but shows another item. */
describe.skipIf(browserPath === undefined)("the page of one flight or device", () => {
  const shown = useConsole();

  it("shows nothing of the previous flight if the next one does not exist", async () => {
    const { id } = await shown.send<{ readonly id: string }>("POST", "/v1/flights", {
      ...PLAN,
      callsign_used: "OK-FIRST",
      date_planned_start: new Date(Date.now() + HOUR_MS).toISOString(),
      date_planned_finish: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
    });
    const page = await shown.open(`#/flights/${id}`, { isExpected: isNotFound });
    const heading = page.getByRole("heading", { level: 1, name: "OK-FIRST" });
    await heading.waitFor();
    await page.evaluate(`location.hash = "#/flights/${UNKNOWN}"`);
    await page.getByText("That flight cannot be shown").waitFor();
    expect(await heading.count()).toBe(0);
    await page.evaluate(`location.hash = "#/flights/${id}"`);
    await heading.waitFor();
  });

  it("shows nothing of the previous device, and finds a device by its serial number", async () => {
    const { id } = await shown.send<{ readonly id: string }>("POST", "/v1/devices", {
      serial_number: SERIAL,
      name: "First tag",
      activation_confirmed: true,
    });
    const page = await shown.open(`#/devices/${id}`, { isExpected: isNotFound });
    const heading = page.getByRole("heading", { level: 1, name: "First tag" });
    await heading.waitFor();
    await page.evaluate(`location.hash = "#/devices/${UNKNOWN}"`);
    await page.getByText("That device cannot be shown").waitFor();
    expect(await heading.count()).toBe(0);
    await page.evaluate(`location.hash = "#/devices/${SERIAL}"`);
    await heading.waitFor();
  });
});
