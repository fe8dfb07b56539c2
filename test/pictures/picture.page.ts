import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { MODE_COOKIE_PATH, modeCookieNameOf } from "../../server/contracts/modes.ts";
import { newProfile, openPageIn } from "../support/browser.ts";
import type { Mode } from "../support/browser.ts";
import { DESKTOP } from "../support/desktop-bridge.script.ts";
import { chooseMode, showScreen, waitUntilMapIsDrawn } from "../support/screen-page.ts";
import type { Screen } from "../support/screens.ts";
import type { PictureState, PlannedScreen } from "./picture.plan.ts";
import { PERSON, type PictureStations, type StationName } from "./picture-stations.ts";

/** Another page, where the shell is loaded before the requests of the page wait or fail. */
const ELSEWHERE = "#/sync";
const ELSEWHERE_OF_SYNC = "#/aircraft";
const API = /^https?:\/\/[^/]+\/(?:v1|v2|station\/v1)\//;
const STILL_MS = 400;
/** On a page of live aircraft the text changes all the time. */
const MAX_STILL_MS = 3_000;

/** The response of a station that cannot read its disk. */
const FAILURE = { messages: ["The disk of the station cannot be read."], error: "Internal Server Error" };

export interface PicturePages {
  /** Starts the station of a state, so that its pages show data when they are opened. */
  begin(state: PictureState): Promise<void>;
  /** A page of a screen in a state, to be closed by the caller; `preparation` is a script that runs before the console. */
  open(planned: PlannedScreen, preparation?: string): Promise<Page>;
}

export function createPicturePages(browser: Browser, stations: PictureStations): PicturePages {
  let signedIn: Promise<BrowserContext> | undefined;

  async function signIn(): Promise<BrowserContext> {
    const context = await newProfile(browser);
    const { page } = await openPageIn(context);
    await page.goto(await stations.urlOf("signed in"));
    await page.getByTestId("sign-in").click();
    await page.getByLabel("E-mail address").fill(PERSON.email);
    await page.getByLabel("Password").fill(PERSON.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByTestId("account-menu").waitFor();
    await page.close();
    return context;
  }

  return {
    async begin(state) {
      await stations.urlOf(state === "empty" ? "empty" : "full");
    },
    async open({ screen, state }, preparation) {
      const isSignedIn = screen.who === "signed in";
      if (isSignedIn) signedIn ??= signIn();
      const context = (isSignedIn ? await signedIn : undefined) ?? (await newProfile(browser));
      const { page } = await openPageIn(context);
      if (preparation !== undefined) await page.addInitScript({ content: preparation });
      if (screen.isDesktop) await page.addInitScript({ content: DESKTOP });
      await goTo(page, await stations.urlOf(stationOf(screen, state)), { screen, state });
      return page;
    },
  };
}

function stationOf({ who, station }: Screen, state: PictureState): StationName {
  if (station !== undefined) return station;
  if (who === "signed out" || who === "signed in") return "signed in";
  if (who === "nobody yet") return "nobody yet";
  return state === "empty" ? "empty" : "full";
}

async function goTo(page: Page, url: string, { screen, state }: PlannedScreen): Promise<void> {
  if (state === "full") {
    await page.goto(`${url}/${screen.address}`);
    await showScreen(page, screen);
    return;
  }
  if (state === "empty") {
    await page.goto(`${url}/${screen.address}`);
  } else if (screen.isLoadedByShell) {
    await page.route(API, answerOf(state));
    await page.goto(`${url}/${screen.address}`);
  } else {
    await page.goto(`${url}/${screen.name === "sync" ? ELSEWHERE_OF_SYNC : ELSEWHERE}`);
    await page.getByTestId("nav-live").waitFor();
    await waitUntilPageIsStill(page);
    await page.route(API, answerOf(state));
    await page.evaluate(`location.hash = ${JSON.stringify(screen.address)}`);
  }
  await page.locator("main").waitFor();
  await waitUntilPageIsStill(page);
}

/** Shows a page that is open in a mode; a printed page has none. */
export async function showInMode(page: Page, screen: Screen, mode: Mode): Promise<void> {
  if (screen.isSignInPage) return showSignInPageInMode(page, mode);
  await chooseMode(page, mode);
  await waitUntilMapIsDrawn(page, mode);
  if (screen.isPrinted) await page.emulateMedia({ media: "print" });
}

/** A sign-in page is rendered in the mode of the cookie that the console sets. */
async function showSignInPageInMode(page: Page, mode: Mode): Promise<void> {
  const shown = new URL(page.url());
  const cookie = { name: modeCookieNameOf(shown), domain: shown.hostname, path: MODE_COOKIE_PATH };
  await page.context().addCookies([{ ...cookie, value: mode }]);
  await page.reload();
  await page.locator(`html[data-mode=${mode}]`).waitFor();
}

/** While a page loads the station answers nothing; where it fails, it answers with the failure. */
function answerOf(state: "loading" | "error"): (route: Route) => Promise<void> {
  const body = JSON.stringify(FAILURE);
  return async (route) => {
    if (state === "error") await route.fulfill({ status: 500, contentType: "application/json", body });
  };
}

/** Waits until the text of the page has not changed for a moment, or changes all the time. */
export async function waitUntilPageIsStill(page: Page): Promise<void> {
  const text = () => page.evaluate<string>("document.body.innerText");
  const endMs = performance.now() + MAX_STILL_MS;
  for (let before = await text(); performance.now() < endMs;) {
    await pause(STILL_MS);
    const now = await text();
    if (now === before) return;
    before = now;
  }
}
