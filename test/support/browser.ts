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

/** Without network access: without these options it contacts its maker's hosts at every start. */
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

/** Playwright's own list, which a second list replaces: features of the desktop's windows are left out. */
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

/** A page of a journey is open for seconds, so loading it is most of its cost. */
const SHORT_LIFE_FLAGS = [
  // Optimising its scripts takes longer than it saves.
  "--js-flags=--max-optimized-bytecode-size=0 --single-threaded-gc",
  // Otherwise each new page gets an empty process, which ends when the page moves to the console's.
  "--renderer-process-limit=1",
  "--disable-site-isolation-trials",
  // Scripts that are compiled while they arrive are compiled again for each page, although the process has them
  // already.
  `--disable-features=${[...FEATURES_OFF_ANYWAY, "ScriptStreaming", "BackgroundResourceFetch"].join(",")}`,
];

/** Runs in the page, so it is text: this project's tests know no DOM. */
const REPORT_VIOLATIONS = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("content security policy: " + event.violatedDirective + " " + event.blockedURI));`;

/** Half as long as the module's own `source`: every page that is checked reads it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** `undefined` where there is none. */
export const browserPath: string | undefined = findChromium();

if (browserPath === undefined) {
  process.stderr.write("Browser tests are skipped: no Chromium here. Install it, or set CHROMIUM to its path.\n");
}

/** Long enough for a slow machine, and short enough that a failing test ends soon. */
const MAX_WAIT_MS = 15_000;

let started: Promise<Browser> | undefined;

/** The browser of this process, which ends with it: every test file that runs in the process opens its pages in it. */
export function useBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error("no Chromium on this machine");
  started ??= chromium.launch({ executablePath: browserPath, args: [...FLAGS, ...SHORT_LIFE_FLAGS] });
  return started;
}

/** A browser with the usual settings, for measurements: that of the tests switches off what tests do not need. */
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

/** A new profile, as of a person who opens the console for the first time. */
export function newProfile(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: WINDOW, reducedMotion: "reduce", acceptDownloads: true });
}

/** A new profile with one page whose messages are collected from the beginning. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  return openPageIn(await newProfile(browser), options);
}

/** One more page of a profile, whose messages are collected from the beginning. */
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
export function disableRelief(page: Page): Promise<unknown> {
  const content = `if (location.protocol === "http:") localStorage["fieldstation.relief"] ??= "false"`;
  return page.addInitScript({ content });
}

/**
 * The violations that axe finds serious or critical in the present state of the page, WCAG 2.2 A and AA, one line each.
 */
export async function seriousViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`"axe" in window`))) await page.evaluate(AXE);
  // This rule would read every style sheet, for audio that plays automatically: there is none.
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

/** Stores a picture of the page if screenshots are requested: they take a tenth of the time of the journeys. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const path = join(SCREENSHOTS, `${name}.png`);
  // Chromium captures only the tab in front.
  await page.bringToFront();
  if (process.env["STATION_TEST_SCREENSHOTS"] !== "yes") return;
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path });
}
