import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchBrowser, type Mode, openPage } from "./browser.ts";
import { startTestStation, type TestStation } from "./station.ts";

export interface OpenOptions {
  readonly mode?: Mode;
  /** Where, unless at the station of the file. */
  readonly at?: TestStation;
  /** What the browser may complain of, because the journey is about it. */
  readonly isExpected?: (complaint: string) => boolean;
}

/** The console of one station, in a browser. */
export interface TestConsole {
  readonly station: TestStation;
  readonly browser: Browser;
  /** A page in a profile of its own, closed with the test, which fails where the browser complained of anything. */
  open(address: string, opening?: OpenOptions): Promise<Page>;
  /** Calls the station as a program would, a text as such; its answer, which must be 200. */
  send<T = unknown>(method: string, path: string, body: object | string): Promise<T>;
}

/** To be called in a `describe`: its tests share one station and one browser, which end with it. */
export function useConsole(options: Parameters<typeof startTestStation>[0] = {}): TestConsole {
  let station: TestStation | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    [station, browser] = await Promise.all([startTestStation(options), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await station?.stop();
  });

  return {
    get station() {
      return started(station);
    },
    get browser() {
      return started(browser);
    },
    async open(address, { mode = "day", at = station, isExpected = () => false } = {}) {
      const { page, context, complaints } = await openPage(started(browser), { mode });
      onTestFinished(async () => {
        await context.close();
        expect(complaints.filter((complaint) => !isExpected(complaint))).toEqual([]);
      });
      await page.goto(`${started(at).url}/${address}`);
      return page;
    },
    async send<T>(method: string, path: string, body: object | string) {
      const isText = typeof body === "string";
      const headers = { "content-type": isText ? "text/plain" : "application/json" };
      const address = `${started(station).url}${path}`;
      const response = await fetch(address, { method, headers, body: isText ? body : JSON.stringify(body) });
      expect(response.status).toBe(200);
      return (await response.json()) as T;
    },
  };
}

/** On the provider's own page. */
export async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

function started<T>(one: T | undefined): T {
  if (one === undefined) throw new Error("it is there from the first test on");
  return one;
}
