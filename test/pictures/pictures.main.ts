/**
 * `npm run screenshots [-- NAMES…] [--state full] [--mode red] [--size 1280x800] [--language de] [--whole]`: pictures
 * of the console's pages in a real browser on real stations, into the folder `pictures/`, which is not committed; with
 * `--whole` as long as the page is, with `--gallery` the eight of docs/pictures.md.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { browserPath, launchOptimizing, overflows } from "../support/browser.ts";
import { clipped, scrolledSideways } from "../support/page-texts.ts";
import { DETAILS } from "../support/detail-screens.ts";
import { OTHER_PAGES, OVERLAYS, PAGES } from "../support/screens.ts";
import { takeGallery } from "./gallery.ts";
import { indexOf, type TakenPicture } from "./picture.index.ts";
import { createPicturePages, type PicturePages, showInMode, waitUntilPageIsStill } from "./picture.page.ts";
import {
  chooseStates,
  fileOf,
  modesOf,
  type PictureChoice,
  pixelsOf,
  plannedScreens,
  type PlannedScreen,
  sizesOf,
} from "./picture.plan.ts";
import { createPictureStations } from "./picture-stations.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    state: { type: "string" },
    mode: { type: "string" },
    size: { type: "string" },
    language: { type: "string" },
    whole: { type: "boolean", default: false },
    gallery: { type: "boolean", default: false },
  },
});
const FOLDER = resolve(import.meta.dirname, "../../pictures", values.whole ? "whole" : "", values.language ?? "");
const LANGUAGE =
  values.language === undefined
    ? undefined
    : `localStorage.setItem("fieldstation.language", ${JSON.stringify(values.language)})`;
process.exitCode = await main();

async function main(): Promise<number> {
  const choice = chooseStates({ names: positionals, ...values }, [...PAGES, ...OTHER_PAGES, ...OVERLAYS, ...DETAILS]);
  if (typeof choice === "string") return fail(choice);
  if (browserPath === undefined) return fail("There is no Chromium here. Install it, or set CHROMIUM to its path.");
  const browser = await launchOptimizing({ hasScrollBars: !values.gallery });
  const stations = createPictureStations();
  try {
    const pages = createPicturePages(browser, stations);
    if (values.gallery) await takeGallery(pages, say);
    else return await takeAll(pages, choice);
  } finally {
    await browser.close();
    await stations.stop();
  }
  return 0;
}

async function takeAll(pages: PicturePages, choice: PictureChoice): Promise<number> {
  // Pictures of pages that were not requested are unchanged.
  for (const { name } of choice.screens) await rm(join(FOLDER, name), { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const taken: TakenPicture[] = [];
  let failures = 0;
  for (const planned of plannedScreens(choice)) {
    if (sizesOf(planned, choice.sizes).length === 0) continue;
    const title = `${planned.screen.name}, ${planned.state}`;
    try {
      const pictures = await takeScreen(pages, planned, choice);
      taken.push(...pictures);
      const remarks = new Set(pictures.flatMap((picture) => picture.remarks));
      say([title, ...remarks].join("; "));
    } catch (error) {
      failures += 1;
      say(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
    // Written each time, so that finished pictures can be viewed while the others are taken.
    await writeFile(join(FOLDER, "index.html"), indexOf(choice, taken));
  }
  say(`${taken.length} pictures: ${join(FOLDER, "index.html")}`);
  return failures === 0 ? 0 : fail(`${failures} pages could not be shown.`);
}

async function takeScreen(pages: PicturePages, planned: PlannedScreen, choice: PictureChoice) {
  const page = await pages.open(planned, LANGUAGE);
  try {
    return await takeEach(page, planned, choice);
  } finally {
    await page.close();
  }
}

async function takeEach(page: Page, planned: PlannedScreen, choice: PictureChoice): Promise<readonly TakenPicture[]> {
  const taken: TakenPicture[] = [];
  for (const size of sizesOf(planned, choice.sizes)) {
    await page.setViewportSize(pixelsOf(size));
    if (values.whole) await makeAsLongAsPage(page, pixelsOf(size));
    const modes = modesOf(planned, choice.modes);
    for (const mode of modes) {
      await showInMode(page, planned.screen, mode);
      if (mode === modes[0]) await waitUntilPageIsStill(page);
      const path = join(FOLDER, fileOf(planned, mode, size));
      await mkdir(dirname(path), { recursive: true });
      await page.screenshot({ path });
      taken.push({ planned, mode, size, remarks: await remarksOf(page) });
    }
  }
  return taken;
}

/** What has to be scrolled to in the window is on the picture as well. */
async function makeAsLongAsPage(page: Page, { width, height }: ReturnType<typeof pixelsOf>): Promise<void> {
  await waitUntilPageIsStill(page);
  const belowPx = await page.evaluate<number>(
    `Math.max(0, ...[...document.querySelectorAll("main .page, .modal-body")]
      .map(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight))`,
  );
  if (belowPx > 0) await page.setViewportSize({ width, height: height + belowPx });
}

async function remarksOf(page: Page): Promise<readonly string[]> {
  const cut = await clipped(page);
  const scrolled = await scrolledSideways(page);
  return [
    ...((await overflows(page)) ? ["reaches beyond the window"] : []),
    ...scrolled.map((part) => `scrolls sideways: ${part}`),
    ...cut.map((text) => `cut: ${text}`),
  ];
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function fail(sentence: string): number {
  say(sentence);
  return 1;
}
