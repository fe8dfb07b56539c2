import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as client from "openid-client";
import { MODE_COOKIE_PATH, modeCookieNameOf } from "../../../server/contracts/modes.ts";
import { findChromium } from "../../support/chromium.ts";
import type { ProviderStation } from "./provider-station.ts";
import { ALICE, startProviderStation } from "./provider-station.ts";
import { ALL_SCOPES, authorizationRequest, discover } from "./sign-in.ts";

const CHROMIUM = findChromium();
const PICTURES = process.env["STATION_TEST_PICTURES"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every page of the provider and its title, which also says that the page before has gone. */
const TITLES = {
  "sign-in": "Sign in",
  "sign-in-refused": "Sign in: not signed in yet",
  consent: "Allow Integration test?",
  "device-code": "Connect a device",
  "device-code-refused": "Connect a device: not connected yet",
  "device-confirm": "Is this your device?",
  "device-connected": "Device connected",
  "sign-out": "Sign out?",
  "signed-out": "Signed out",
  error: "Unknown application",
} as const;
type Name = keyof typeof TITLES;
type Look = (page: Page, name: Name) => Promise<void>;

async function arrivedAt(page: Page, name: Name): Promise<void> {
  await expect.poll(() => page.title()).toBe(`${TITLES[name]} – Fieldstation`);
  await page.waitForLoadState("load");
}

describe.skipIf(CHROMIUM === undefined)("pages in a real browser (skipped without Chromium)", () => {
  let station: ProviderStation;
  let browser: Browser;
  let configuration: client.Configuration;
  let redirect: string;
  const application = createServer((_, response) => void response.end("back in the application"));
  beforeAll(async () => {
    await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
    redirect = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
    station = await startProviderStation();
    configuration = await discover(station.issuer);
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(async () => {
    await browser.close();
    application.close();
    await station[Symbol.asyncDispose]();
  });

  async function open(options: Parameters<Browser["newContext"]>[0]): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    return { context, page: await context.newPage() };
  }

  async function walk(page: Page, look: Look): Promise<string> {
    const { url } = await authorizationRequest(configuration, { redirect_uri: redirect });
    await page.goto(url);
    await look(page, "sign-in");
    await page.getByLabel("E-mail address").fill(ALICE.email);
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await look(page, "sign-in-refused");
    expect(await page.getByRole("alert").textContent()).toBe("The e-mail address or the password is wrong.");
    expect(await page.locator("*:focus").getAttribute("name")).toBe("password");
    await page.getByLabel("Password").fill(ALICE.password);
    await page.keyboard.press("Enter");
    await look(page, "consent");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.waitForURL(`${redirect}?**`);
    return page.url();
  }

  async function walkDevice(page: Page, look: Look): Promise<void> {
    const device = await client.initiateDeviceAuthorization(configuration, { scope: ALL_SCOPES });
    await page.goto(device.verification_uri);
    await look(page, "device-code");
    await page.getByLabel("Code").fill("BCDF-GHJK");
    await page.keyboard.press("Enter");
    await look(page, "device-code-refused");
    await page.getByLabel("Code").fill(device.user_code);
    await page.getByRole("button", { name: "Continue" }).click();
    await look(page, "device-confirm");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await look(page, "device-connected");
  }

  async function walkOut(page: Page, look: Look): Promise<void> {
    await page.goto(`${station.issuer}/protocol/openid-connect/logout`);
    await look(page, "sign-out");
    await page.getByRole("button", { name: "Sign out" }).click();
    await look(page, "signed-out");
    await page.goto(`${station.issuer}/protocol/openid-connect/auth?client_id=nobody`);
    await look(page, "error");
  }

  test("work without JavaScript, to the redirect and to the device, by keyboard as well", async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    const names: string[] = [];
    const look: Look = async (shown, name) => {
      await arrivedAt(shown, name);
      names.push(name);
      expect(await shown.locator("h1").count()).toBe(1);
    };
    const back = await walk(page, look);
    expect(new URL(back).searchParams.get("code")).toMatch(/./);
    await walkDevice(page, look);
    await walkOut(page, look);
    expect(names).toEqual(Object.keys(TITLES));
    await context.close();
  });

  test.each([
    ["light", undefined, "rgb(238, 241, 244)"],
    ["dark", undefined, "rgb(11, 14, 18)"],
    ["light", "red", "rgb(5, 0, 0)"],
  ] as const)(
    "break no rule of WCAG 2.2 AA in the %s scheme with the mode %s, on a wide screen and on a narrow one",
    async (colorScheme, mode, ground) => {
      const { context, page } = await open({ colorScheme });
      if (mode !== undefined) {
        const issuer = new URL(station.issuer);
        const cookie = { name: modeCookieNameOf(issuer), domain: issuer.hostname, path: MODE_COOKIE_PATH };
        await context.addCookies([{ ...cookie, value: mode }]);
      }
      const complaints: string[] = [];
      page.on("console", (message) => {
        // axe is put in by the test, past the policy of the page; a wrong password answers 403.
        if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
      });
      const look: Look = async (shown, name) => {
        await arrivedAt(shown, name);
        for (const width of [1280, 360]) {
          await shown.setViewportSize({ width, height: 800 });
          expect([name, await findViolations(shown)]).toEqual([name, []]);
          expect([name, await groundOf(shown)]).toEqual([name, ground]);
          expect(await shown.locator("body").evaluate((body) => body.scrollWidth)).toBeLessThanOrEqual(width);
          if (PICTURES === undefined) continue;
          mkdirSync(PICTURES, { recursive: true });
          await shown.screenshot({ path: join(PICTURES, `${name}-${mode ?? colorScheme}-${width}.png`) });
        }
      };
      await walk(page, look);
      await walkDevice(page, look);
      await walkOut(page, look);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});

const groundOf = (page: Page) => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");

type AxeResult = { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };

async function findViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResult> } }).axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
    }),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
