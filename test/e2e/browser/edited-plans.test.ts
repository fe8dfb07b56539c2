import { describe, expect, it } from "vitest";
import type { FlightDetail } from "../../../server/contracts/flights.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { PLAN } from "../../api/flights-station.ts";

const HOUR_MS = 3_600_000;

/** A plan that another person or a program changes while it is open here. */
describe.skipIf(browserPath === undefined)("a plan that is edited", () => {
  const shown = useConsole();
  const place = { latitude: 50, longitude: 14, zoom: 13 };

  it("shows what is saved now, or what was typed and not saved", async () => {
    const { id } = await shown.send<{ readonly id: string }>("POST", "/v1/flights", {
      ...PLAN,
      date_planned_start: new Date(Date.now() + HOUR_MS).toISOString(),
      date_planned_finish: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
    });
    const page = await shown.open(`#/flights/${id}`, { place });
    const ceiling = page.getByTestId("plan-ceiling");
    const restored = page.getByTestId("draft-restored");
    const edit = async (shownCeiling: string) => {
      await page.getByTestId("edit-plan").click();
      await ceiling.waitFor();
      expect(await ceiling.inputValue()).toBe(shownCeiling);
    };
    await edit("300");
    // All of the area is seen, not its middle only.
    const areaAndMap = () =>
      Promise.all([page.locator(".plan-area"), page.getByTestId("map")].map((one) => one.boundingBox()));
    await expect.poll(async () => (await areaAndMap())[0]?.width ?? 0).toBeGreaterThan(100);
    const [area, map] = (await areaAndMap()).map((box) => box!);
    expect(area!.x).toBeGreaterThan(map!.x);
    expect(area!.x + area!.width).toBeLessThan(map!.x + map!.width);
    await page.goBack();
    await shown.send("PATCH", `/v1/flights/${id}`, { max_flight_altitude: 250 });
    await edit("250");
    expect(await restored.count()).toBe(0);

    // Without a take-off of its own it is the first point.
    await page.getByRole("button", { name: "Back to the first point" }).click();
    await ceiling.fill("270");
    await page.reload();
    await restored.waitFor();
    expect(await ceiling.inputValue()).toBe("270");
    expect(await page.getByRole("button", { name: "Back to the first point" }).count()).toBe(0);
    await saveScreenshot(page, "plan-restored-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "plan-restored-night");
    expect(await seriousViolations(page)).toEqual([]);
    await restored.getByRole("button", { name: "Start over" }).click();
    await restored.waitFor({ state: "detached" });
    expect(await ceiling.inputValue()).toBe("250");

    await ceiling.fill("260");
    await page.getByTestId("plan-discard").click();
    await page.getByTestId("confirm").click();
    await edit("250");
    expect(await restored.count()).toBe(0);
  });

  it("is replaced by a new plan by a key, and stays unchanged when the new plan is saved", async () => {
    const { id } = await shown.send<{ readonly id: string }>("POST", "/v1/flights", {
      ...PLAN,
      date_planned_start: new Date(Date.now() + HOUR_MS).toISOString(),
      date_planned_finish: new Date(Date.now() + 2 * HOUR_MS).toISOString(),
    });
    const page = await shown.open(`#/flights/plan/${id}`, { place });
    const ceiling = page.getByTestId("plan-ceiling");
    await page.getByRole("heading", { name: "Edit the plan" }).waitFor();
    await expect.poll(() => ceiling.inputValue()).toBe("300");
    await page.getByRole("heading", { name: "Edit the plan" }).click();
    await page.keyboard.press("p");
    await page.getByRole("heading", { name: "Plan a flight" }).waitFor();
    expect(await ceiling.inputValue()).not.toBe("300");

    await page.getByTestId("plan-add-point").click();
    await ceiling.fill("120");
    await page.getByTestId("plan-save").click();
    await page.getByTestId("confirm").click();
    await expect.poll(() => page.url()).toMatch(/#\/flights\/[\w-]{36}$/);
    expect(page.url()).not.toContain(id);
    const kept = (await (await fetch(`${shown.station.url}/v1/flights/${id}`)).json()) as FlightDetail;
    expect(kept.max_flight_altitude).toBe(300);

    // Back from one that is new to the one that is edited.
    await page.evaluate(`location.hash = "#/flights/plan"`);
    await page.getByRole("heading", { name: "Plan a flight" }).waitFor();
    await page.evaluate(`location.hash = "#/flights/plan/${id}"`);
    await page.getByRole("heading", { name: "Edit the plan" }).waitFor();
    await expect.poll(() => ceiling.inputValue()).toBe("300");
  });

  it("shows the field that prevents saving, which was out of view", async () => {
    const page = await shown.open("#/flights/plan", { place, height: 640 });
    await page.getByTestId("plan-add-point").click();
    // This station knows no heights of the ground, so that the ceiling has no default.
    await page.getByTestId("plan-ceiling-hint").getByText("there is no default").waitFor();
    await page.getByTestId("plan-save").click();
    await expect.poll(() => page.evaluate(`document.activeElement?.dataset.testid`)).toBe("plan-ceiling");
    const isUncovered = `((field) => {
      const { x, y, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === field;
    })(document.activeElement)`;
    await expect.poll(() => page.evaluate<boolean>(isUncovered)).toBe(true);
  });

  it("cannot be changed on the map while it is saved", async () => {
    const { id } = await shown.send<{ readonly id: string }>("POST", "/v1/flights", {
      ...PLAN,
      date_planned_start: new Date(Date.now() + 3 * HOUR_MS).toISOString(),
      date_planned_finish: new Date(Date.now() + 4 * HOUR_MS).toISOString(),
    });
    const isExpected = (complaint: string) => complaint.includes("ERR_FAILED");
    const page = await shown.open(`#/flights/plan/${id}`, { place, isExpected });
    const corners = page.locator(".plan-corner");
    const placesOf = () => corners.evaluateAll((all) => all.map((corner) => corner.getBoundingClientRect().toJSON()));
    await corners.first().waitFor();
    const before = await placesOf();
    let fail = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route(`**/v1/flights/${id}`, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      await held;
      return route.abort();
    });
    await page.getByTestId("plan-save").click();
    await page.getByTestId("confirm").click();
    await page.getByTestId("plan-save").getByText("Saving").waitFor();
    await corners.first().waitFor({ state: "detached" });
    const map = (await page.getByTestId("map").boundingBox())!;
    await page.mouse.click(map.x + map.width / 2 + 40, map.y + map.height / 2 + 90);
    fail();
    await page.getByTestId("plan-save").and(page.locator(":enabled")).waitFor();
    expect(await placesOf()).toEqual(before);
  });
});
