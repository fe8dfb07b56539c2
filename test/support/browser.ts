import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "./chromium.ts";

export type Mode = "day" | "night" | "red";

/** In CSS pixels. */
const WINDOW = { width: 1280, height: 800 };
const SCREENSHOTS = resolve(import.meta.dirname, "../e2e/browser/__screenshots__/actual");

/** Offline and quiet: without these it looks for its maker's hosts at every start. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The pages of one profile share a process, which has compiled the console already.
  "--process-per-site",
];

/** Playwright's own, which a second list replaces: those of the desktop's windows are left out. */
const FEATURES_OFF_ANYWAY = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
];

/** A page of a journey lives for seconds, so that its load is most of what it costs. */
const SHORT_LIFE_FLAGS = [
  // To optimise its scripts takes longer than it saves.
  "--js-flags=--max-optimized-bytecode-size=0 --single-threaded-gc",
  // Otherwise each new page is given an empty process, which ends when the page goes to the console's.
  "--renderer-process-limit=1",
  "--disable-site-isolation-trials",
  // What is compiled while it arrives is compiled anew for each page, although the process has it already.
  `--disable-features=${[...FEATURES_OFF_ANYWAY, "ScriptStreaming", "BackgroundResourceFetch"].join(",")}`,
];

/** Runs in the page, so it is text: this project's tests know no DOM. */
const REPORT_VIOLATIONS = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("content security policy: " + event.violatedDirective + " " + event.blockedURI));`;

/** Half as long as the module's own `source`: every page that is looked at reads it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** `undefined` where there is none. */
export const browserPath: string | undefined = findChromium();

if (browserPath === undefined) {
  process.stderr.write("Browser tests are skipped: no Chromium here. Install it, or set CHROMIUM to its path.\n");
}

/** Generous for a slow machine, and short enough that a failing test says so soon. */
const MAX_WAIT_MS = 15_000;

let started: Promise<Browser> | undefined;

/** The browser of this process, which ends with it: every file of tests that runs here opens its pages in it. */
export function useBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error("no Chromium on this machine");
  started ??= chromium.launch({ executablePath: browserPath, args: [...FLAGS, ...SHORT_LIFE_FLAGS] });
  return started;
}

/** A browser that runs pages as on any computer, for what is measured: that of the tests saves what theirs do not need. */
export function launchOptimizing({ hasScrollBars = false } = {}): Promise<Browser> {
  if (browserPath === undefined) throw new Error("no Chromium on this machine");
  const ignoreDefaultArgs = hasScrollBars ? ["--hide-scrollbars"] : [];
  return chromium.launch({ executablePath: browserPath, args: FLAGS, ignoreDefaultArgs });
}

export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, uncaught exceptions, and violations of the content security policy. */
  readonly complaints: readonly string[];
}

export interface PageOptions {
  readonly mode?: Mode;
  /** In CSS pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** A profile of its own, as for a person who has never been here. */
export function newProfile(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: WINDOW, reducedMotion: "reduce", acceptDownloads: true });
}

/** A fresh profile with one page that is listened to from its first line on. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  return openPageIn(await newProfile(browser), options);
}

/** One more page of a profile, listened to from its first line on. */
export async function openPageIn(
  context: BrowserContext,
  { mode = "day", width = WINDOW.width, height = WINDOW.height }: PageOptions = {},
): Promise<WatchedPage> {
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: mode === "night" ? "dark" : "light" });
  await page.setViewportSize({ width, height });
  page.setDefaultTimeout(MAX_WAIT_MS);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  await page.addInitScript({ content: REPORT_VIOLATIONS });
  return { page, context, complaints };
}

/** Maps of a page that is not opened yet show no relief, as if the person had switched it off. */
export function leaveOutRelief(page: Page): Promise<unknown> {
  const content = `if (location.protocol === "http:") localStorage["fieldstation.relief"] ??= "false"`;
  return page.addInitScript({ content });
}

/** What axe finds serious or critical on the page as it stands, WCAG 2.2 A and AA, one line each. */
export async function seriousViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`"axe" in window`))) await page.evaluate(AXE);
  // It would read every style sheet, for rules about sound that plays by itself: there is none.
  const violations = await page.evaluate<AxeResults["violations"]>(
    `axe.run({ preload: false, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"] })
       .then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`));
}

/** Whether anything reaches beyond the window, so that the whole page could be scrolled. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    `(({ scrollWidth, scrollHeight, clientWidth, clientHeight }) =>
       scrollWidth > clientWidth || scrollHeight > clientHeight)(document.documentElement)`,
  );
}

/** Keeps a picture of the page where a person wants to look at it: they take a tenth of the time of the journeys. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const path = join(SCREENSHOTS, `${name}.png`);
  // Chromium captures only the tab in front.
  await page.bringToFront();
  if (process.env["STATION_TEST_SCREENSHOTS"] !== "yes") return;
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path });
}
