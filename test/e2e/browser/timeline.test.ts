import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../server/contracts/operations.ts";
import { browserPath, saveScreenshot, overflows, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";

const HOUR_MS = 3_600_000;
const CHUNK_MS = 300_000;
/** Three hours ago, where the windows begin in which positions are loaded. */
const START_MS = Math.floor((Date.now() - 3 * HOUR_MS) / CHUNK_MS) * CHUNK_MS;
const EARLY = "1596F350457791152001";
const LATE = "1596F350457791152002";
const PRESENT = "1596F350457791152003";
const NEW = "1596F350457791152004";
const VIEW = "at=47.065,15.43,12";

const optionOf = (page: Page, serial: string): Locator =>
  page.getByTestId("aircraft-list").getByRole("option").filter({ hasText: serial });
const options = (page: Page): Locator => page.getByTestId("aircraft-list").getByRole("option");
const sliderOf = (page: Page): Locator => page.getByRole("slider", { name: "Time that the map shows" });
const secondOf = async (page: Page): Promise<number> => Number(await sliderOf(page).getAttribute("aria-valuenow"));

/** Drags from the present to a time, as far as a pixel allows. */
async function dragTo(page: Page, timeMs: number): Promise<void> {
  const slider = sliderOf(page);
  const box = await slider.boundingBox();
  if (!box) throw new Error("the slider is shown");
  const [fromS, toS] = await Promise.all(
    ["aria-valuemin", "aria-valuemax"].map(async (name) => Number(await slider.getAttribute(name))),
  );
  const share = (timeMs / 1_000 - fromS!) / (toS! - fromS!);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, y);
  await page.mouse.move(box.x + box.width * share, y);
  await page.mouse.up();
}

describe.skipIf(browserPath === undefined)("the timeline", () => {
  const shown = useConsole();
  let earlyId: string;

  beforeAll(async () => {
    const flight = { sensor: "roof", technology: "wifi_beacon", heightM: 60 } as const;
    const push = (one: { serial: string; radio: string; endMs: number; latitude: number; points: number }) =>
      pushFlight(shown.station.url, { ...flight, ...one });
    await push({ serial: EARLY, radio: "21", endMs: START_MS + 119_000, latitude: 47.06, points: 120 });
    await push({ serial: LATE, radio: "22", endMs: START_MS + 199_000, latitude: 47.07, points: 60 });
    await push({ serial: PRESENT, radio: "23", endMs: Date.now(), latitude: 47.065, points: 3 });
    const query = new URLSearchParams({ from: new Date(START_MS).toISOString(), search: EARLY });
    const answer = await fetch(`${shown.station.url}/v2/airspace/operations?${query}`);
    earlyId = ((await answer.json()) as readonly Operation[])[0]!.id;
  });

  it("is dragged to a past time, moved by keyboard, played, and left for the live page", async () => {
    const page = await shown.open(`#/?${VIEW}`);
    await optionOf(page, PRESENT).waitFor();
    await page.getByTestId("timeline").getByText("Live", { exact: true }).waitFor();

    await dragTo(page, START_MS + 60_000);
    await page.getByTestId("replay-notice").getByText("Not live").waitFor();
    await optionOf(page, EARLY).waitFor();
    await expect.poll(() => options(page).count()).toBe(1);
    await optionOf(page, EARLY).click();
    const card = page.getByTestId("operation-card");
    await card.getByText("Received then").waitFor();
    await card.getByText("60 m").first().waitFor();
    expect(await card.getByText("Live", { exact: true }).count()).toBe(0);

    await pushFlight(shown.station.url, {
      ...{ serial: NEW, radio: "24", sensor: "roof", technology: "wifi_beacon", heightM: 60 },
      ...{ endMs: Date.now(), latitude: 47.068, points: 3 },
    });
    await sliderOf(page).focus();
    const before = await secondOf(page);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => secondOf(page)).toBe(before + 10);
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => secondOf(page)).toBe(before + 130);
    await optionOf(page, LATE).waitFor();
    await expect.poll(() => options(page).count()).toBe(2);
    expect(await sliderOf(page).getAttribute("aria-valuetext")).toMatch(/^Replay, \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC$/);

    await page.getByTestId("timeline-speed").selectOption("60");
    await sliderOf(page).focus();
    await page.keyboard.press("Space");
    await expect.poll(() => secondOf(page)).toBeGreaterThan(before + 160);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();

    await page.getByTestId("back-to-live").click();
    await page.getByTestId("replay-notice").waitFor({ state: "detached" });
    await optionOf(page, NEW).waitFor();
    await optionOf(page, EARLY).waitFor({ state: "detached" });
    await expect.poll(() => page.url()).not.toMatch(/moment=|speed=/);
  });

  it("goes to a day and a time that are typed one after the other, and to another time that is typed over it", async () => {
    const page = await shown.open(`#/?${VIEW}`);
    const [day, minute] = new Date(START_MS + 120_000).toISOString().slice(0, 16).split("T") as [string, string];
    const later = new Date(START_MS + 180_000).toISOString().slice(11, 16);
    const time = page.getByTestId("timeline-go-to-time");
    await optionOf(page, PRESENT).waitFor();
    await page.getByTestId("timeline-go-to-day").click();
    await page.keyboard.type(day);
    await time.click();
    await page.keyboard.type(`${minute}\n`);
    await page.getByTestId("replay-notice").getByText(`${minute}:00 UTC`).waitFor();
    await page.getByTestId("map").click();
    await time.click();
    await page.keyboard.type(`${later}\n`);
    await page.getByTestId("replay-notice").getByText(`${later}:00 UTC`).waitFor();
    // A day alone means its begin.
    await page.getByTestId("back-to-live").click();
    await page.getByTestId("timeline-go-to-day").click();
    await page.keyboard.type(day);
    await page.keyboard.press("Tab");
    await page.getByTestId("replay-notice").getByText("00:00:00 UTC").waitFor();
    expect(await time.inputValue()).toBe("00:00");
  });

  it("opens at the time, speed, view and aircraft of a link, and shows that it is not live", async () => {
    const moment = new Date(START_MS + 170_000).toISOString();
    const link = `#/?${VIEW}&moment=${encodeURIComponent(moment)}&speed=10&aircraft=${earlyId}`;
    const page = await shown.open(link);
    await optionOf(page, LATE).waitFor();
    await page.getByTestId("operation-card").getByText(EARLY).first().waitFor();
    await expect.poll(() => options(page).count()).toBe(2);
    await expect.poll(() => secondOf(page)).toBe(START_MS / 1_000 + 170);
    expect(await page.getByTestId("timeline-speed").inputValue()).toBe("10");
    await page.getByTestId("timeline-remark").waitFor({ state: "detached" });
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "timeline-replay-day");

    await page.evaluate(`location.hash = "#/?${VIEW}&moment=${new Date(START_MS - 60_000).toISOString()}"`);
    await page.getByText("Nothing was received here then").waitFor();
    await page.goBack();
    await optionOf(page, LATE).waitFor();
  });

  it("uses one line of a low window, in dark mode as well", async () => {
    const moment = new Date(START_MS + 170_000).toISOString();
    const options = { mode: "night", width: 1024, height: 700 } as const;
    const page = await shown.open(`#/?${VIEW}&moment=${encodeURIComponent(moment)}`, options);
    await optionOf(page, LATE).waitFor();
    await page.getByRole("button", { name: "Show the whole timeline" }).waitFor();
    expect((await page.getByTestId("timeline").boundingBox())?.height).toBeLessThan(56);
    expect(await overflows(page)).toBe(false);
    await page.getByTestId("timeline-remark").waitFor({ state: "detached" });
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "timeline-line-night");

    // Whoever opens it finds it open on coming back.
    await page.getByRole("button", { name: "Show the whole timeline" }).click();
    const shorter = page.locator("[data-testid=timeline-open][aria-expanded=true]");
    await shorter.waitFor();
    await page.getByTestId("nav-log").click();
    await page.getByTestId("timeline").waitFor({ state: "detached" });
    await page.getByTestId("nav-live").click();
    await shorter.waitFor();
  });

  it("shows what happened since the console was last open, and jumps there", async () => {
    const page = await shown.open(`#/?${VIEW}`);
    await optionOf(page, PRESENT).waitFor();
    const lastMs = START_MS - 60_000;
    await page.addInitScript({ content: `localStorage.setItem("fieldstation.last-visit", "${lastMs}")` });
    await page.reload();
    await page
      .getByTestId("since-last")
      .getByText(/^Since .*: \d operations$/)
      .click();
    await page.getByTestId("replay-notice").waitFor();
    await expect.poll(() => secondOf(page)).toBe(lastMs / 1_000);
  });

  it("shows it again after the console was hidden for a while", async () => {
    const page = await shown.open(`#/?${VIEW}`);
    await optionOf(page, PRESENT).waitFor();
    const noted = () => page.evaluate<number>(`Number(localStorage["fieldstation.last-visit"] ?? 0)`);
    const setVisibility = (state: string) =>
      page.evaluate(`(() => {
        Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      })()`);
    await setVisibility("hidden");
    await expect.poll(async () => Math.abs(Date.now() - (await noted()))).toBeLessThan(60_000);
    expect(await page.getByTestId("since-last").count()).toBe(0);
    const lastMs = START_MS - 60_000;
    await page.evaluate(`localStorage["fieldstation.last-visit"] = "${lastMs}"`);
    await setVisibility("visible");
    await page
      .getByTestId("since-last")
      .getByText(/^Since .*: \d operations$/)
      .waitFor();
    // A short look at something else does not take it away.
    await setVisibility("hidden");
    await setVisibility("visible");
    await page.getByTestId("since-last").click();
    await expect.poll(() => secondOf(page)).toBe(lastMs / 1_000);
  });

  it("moves from mark to mark by keyboard, and describes each", async () => {
    await shown.send("POST", `/v2/airspace/operations/${earlyId}/user-data`, { note: "seen from the gate" });
    const page = await shown.open(`#/?${VIEW}`);
    await optionOf(page, PRESENT).waitFor();
    const words = page.getByTestId("timeline-mark");
    await page.locator("#timeline-help", { hasText: /[1-9] operations between/ }).waitFor({ state: "attached" });
    await sliderOf(page).focus();
    await page.keyboard.press(",");
    await words.getByText("Notes – seen from the gate").waitFor();
    await page.getByTestId("replay-notice").waitFor();
    expect(await page.getByTestId("timeline").getByRole("status").allTextContents()).toContain(
      "Notes – seen from the gate",
    );
    await saveScreenshot(page, "timeline-mark-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press(".");
    await words.getByText("There is no later mark in the shown time.").waitFor();
    await page.keyboard.press("ArrowLeft");
    await words.waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByTestId("shortcuts-timeline").getByText("Comma and full stop go to").waitFor();
  });

  it("shows when the aircraft of a link was last received, and opens its replay and its log entry", async () => {
    const page = await shown.open(`#/?${VIEW}&aircraft=${earlyId}`);
    await optionOf(page, PRESENT).waitFor();
    const absent = page.getByTestId("absent-card");
    await absent.getByRole("heading", { name: EARLY }).waitFor();
    await absent.getByText(/^Last received \d+ \w+ \d{4}, \d\d:\d\d:59 UTC\.$/).waitFor();
    expect(await page.getByTestId("operation-card").count()).toBe(0);
    await saveScreenshot(page, "live-absent-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "live-absent-night");
    expect(await seriousViolations(page)).toEqual([]);
    await absent.getByTestId("absent-replay").click();
    await page.getByTestId("replay-notice").waitFor();
    await page.getByTestId("operation-card").getByText(EARLY).first().waitFor();
    await page.goBack();
    await absent.getByRole("link", { name: "Show it in the log" }).click();
    await page.getByTestId("operation-card").getByText(EARLY).first().waitFor();
    expect(page.url()).toContain(`#/log?period=all&operation=${earlyId}`);
  });
});
