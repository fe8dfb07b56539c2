import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { browserPath, keepScreenshot, launchBrowser, openPage, seriousViolations } from "../../support/browser.ts";
import { startTestStation, type TestStation } from "../../support/station.ts";

const ALICE = { email: "alice@station.example", password: "correct horse battery" };

describe.skipIf(browserPath === undefined)("an account in the console", () => {
  let station: TestStation;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    return () => browser.close();
  });
  beforeEach(async () => {
    station = await startTestStation({ access: [] });
  });
  afterEach(() => station.stop());

  async function open(address = ""): Promise<Page> {
    const { page, context, complaints } = await openPage(browser);
    onTestFinished(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });
    await page.goto(`${station.url}/${address}`);
    return page;
  }

  it("is made at the first run, which ends with the picture", async () => {
    const page = await open();
    await page.getByTestId("first-account").waitFor();
    await keepScreenshot(page, "first-account-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("make-account").click();
    await page.getByText("Enter an e-mail address.").waitFor();

    await page.getByLabel("E-mail address").fill(ALICE.email);
    await page.getByTestId("new-password").fill(ALICE.password);
    await page.getByTestId("repeat-password").fill("something else");
    await page.getByTestId("make-account").click();
    await page.getByText("The two passwords differ.").waitFor();
    await page.getByTestId("repeat-password").fill(ALICE.password);
    await page.getByLabel("Your name").fill("Alice Pilot");
    await page.getByTestId("make-account").click();
    await page.getByTestId("take-place").click();
    await page.getByTestId("to-map").click();
    await page.locator("[data-testid=station-state][data-state=connected]").waitFor();
  });
});
