import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import { disableRelief, openPageIn, type PageOptions, useBrowser } from "./browser.ts";
import { createProfiles, type Profiles } from "./profiles.ts";
import { type Person, signInProfile } from "./signed-in.ts";
import { startStationInProcess } from "./station-in-process.ts";
import { startTestStation } from "./station.ts";

export interface OpenOptions extends PageOptions {
  /** Messages of the browser that are expected, because the journey is about them. */
  readonly isExpected?: (complaint: string) => boolean;
  /** The person who is signed in from the first page on, if the sign-in is not the subject of the journey. */
  readonly signedIn?: Person;
  /** The initial position of the maps; all of Europe unless given, which takes half a second to be drawn. */
  readonly place?: { readonly latitude: number; readonly longitude: number; readonly zoom: number };
  /** Whether maps show relief, which takes these browsers half as long as the rest of a page; not unless given. */
  readonly relief?: boolean;
  /** The factor by which the page's clock for its regular requests is faster; 1 unless given. */
  readonly pace?: number;
}

/** The functions of the station behind its console that a journey uses. */
interface ConsoleStation {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  readonly stop: () => PromiseLike<unknown>;
}

/** The console of one station, in a browser. */
export interface TestConsole {
  readonly station: ConsoleStation;
  readonly browser: Browser;
  /** A page in a new profile, closed with the test, which fails if the browser reported anything unexpected. */
  open(address: string, opening?: OpenOptions): Promise<Page>;
  /** The same for all tests of the `describe` in which it is called, one after the other; `arrive` runs first. */
  usePage(address: string, arrive: (page: Page) => Promise<void>, opening?: OpenOptions): () => Page;
  /** Calls the station as a program would; a string is sent as text. Resolves with the body; the status must be 200. */
  send<T = unknown>(method: string, path: string, body: object | string): Promise<T>;
}

export type ConsoleOptions = NonNullable<Parameters<typeof startTestStation>[0]> & {
  /** The station's clock, for a journey that does not wait; only for a station in the test's own process. */
  readonly clock?: { readonly now: () => number };
};

/** Call it in a `describe`: its tests share one station, which ends with it. */
export function useConsole(options: ConsoleOptions = {}): TestConsole {
  let station: ConsoleStation | undefined;
  let browser: Browser | undefined;
  let profiles: Profiles | undefined;

  beforeAll(async () => {
    [station, browser] = await Promise.all([startConsoleStation(options), useBrowser()]);
    profiles = createProfiles(browser, station.url);
  });
  afterAll(async () => {
    await profiles?.close();
    await station?.stop();
  });

  /** `leave` closes the page and fails if the browser reported anything unexpected. */
  async function visit(address: string, { isExpected = () => false, ...opening }: OpenOptions) {
    const { signedIn, place, pace, relief = false, ...options } = opening;
    const profile = await started(profiles).take();
    if (signedIn !== undefined) await signInProfile(profile, started(station).url, signedIn);
    const { page, complaints } = await openPageIn(profile, options);
    if (place !== undefined) await page.addInitScript({ content: keepPlace(JSON.stringify(place)) });
    if (!relief) await disableRelief(page);
    if (pace !== undefined) await page.addInitScript({ content: hastenClock(pace) });
    const leave = async (): Promise<void> => {
      await started(profiles).giveBack(profile);
      expect(complaints.filter((complaint) => !isExpected(complaint))).toEqual([]);
    };
    await page.goto(`${started(station).url}/${address}`);
    if (signedIn !== undefined) await waitUntilSignedIn(page);
    return { page, leave };
  }

  return {
    get station() {
      return started(station);
    },
    get browser() {
      return started(browser);
    },
    async open(address, opening = {}) {
      const { page, leave } = await visit(address, opening);
      onTestFinished(leave);
      return page;
    },
    usePage(address, arrive, opening = {}) {
      let visited: Awaited<ReturnType<typeof visit>> | undefined;
      beforeAll(async () => {
        visited = await visit(address, opening);
        await arrive(visited.page);
      });
      afterAll(() => visited?.leave());
      return () => started(visited).page;
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

/**
 * In this process, which has already loaded the server, unless the journey needs an option that only the command line
 * has: then it is started as a person starts it.
 */
async function startConsoleStation(options: ConsoleOptions): Promise<ConsoleStation> {
  const { demo = false, access, clock, ...others } = options;
  const renderer = inject("builtConsole");
  if ((access ?? []).length > 0 || Object.keys(others).length > 0) return startTestStation({ renderer, ...options });
  const station = await startStationInProcess({
    rendererDir: renderer,
    demo,
    localOperator: access === undefined,
    testClient: false,
    ...(clock && { clock }),
  });
  return { url: station.url, dataDir: station.dataDir, stop: () => station[Symbol.asyncDispose]() };
}

/**
 * Waits until the name of the signed-in person is shown: a console that does not know it yet appears a moment earlier,
 * without it.
 */
export async function waitUntilSignedIn(page: Page): Promise<void> {
  await page.getByTestId("account-menu").filter({ hasNotText: "…" }).waitFor();
}

/** On the provider's own page. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Runs in the page before the console, which keeps the place from then on. */
const keepPlace = (place: string) => `localStorage["fieldstation.place"] ??= ${JSON.stringify(place)}`;

/** Runs in the page before the console: its one regular timer and the clock that is read then (`ui/clock.ts`). */
const hastenClock = (pace: number) => `(() => {
  const { setInterval } = window;
  window.setInterval = (call, everyMs, ...rest) => setInterval(call, everyMs / ${pace}, ...rest);
  const now = performance.now.bind(performance);
  performance.now = () => now() * ${pace};
})()`;

function started<T>(one: T | undefined): T {
  if (one === undefined) throw new Error("it is there from the first test on");
  return one;
}
