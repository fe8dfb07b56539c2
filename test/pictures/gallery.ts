import { Buffer } from "node:buffer";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Mode } from "../support/browser.ts";
import { chooseMode, waitUntilMapIsDrawn } from "../support/screen-page.ts";
import { FLIGHT, type Screen } from "../support/screens.ts";
import { type PicturePages, waitUntilPageIsStill } from "./picture.page.ts";

/** The pictures of the README and of docs/pictures.md, which are committed. */
const FOLDER = resolve(import.meta.dirname, "../../docs/pictures");
const MAX_BYTES = 150_000;
const QUALITIES = [88, 80, 70, 60];
/** How long the demonstration runs before its first picture is taken: the aircraft then have trails. */
const TRAILS_MS = 60_000;

interface GalleryPicture {
  readonly file: string;
  readonly screen: Screen;
  readonly mode: Mode;
}

const NEAR = "at=47.0725,15.4525,13.5";
const CARD = "[data-testid=operation-card] [data-testid=statistics] dl";
const REPLAYED = new Date(Date.now() - 27.2 * 60_000).toISOString();

const GALLERY: readonly GalleryPicture[] = [
  {
    file: "gallery-log",
    mode: "day",
    screen: {
      name: "log",
      address: "#/log?period=day",
      shown: "tbody tr:has-text('00REC1')",
      steps: ["tbody tr:has-text('00REC1')"],
      result: CARD,
    },
  },
  {
    file: "gallery-flight",
    mode: "day",
    screen: { name: "flight", address: `#/flights/${FLIGHT}`, shown: "[data-testid=chart-satellites] canvas" },
  },
  {
    file: "gallery-plan",
    mode: "day",
    screen: {
      name: "plan",
      address: "#/flights/plan",
      shown: "[data-testid=plan-add-point]",
      steps: ["[data-testid=plan-add-point]"],
      result: "[data-testid=plan-points] li",
    },
  },
  {
    file: "gallery-alerts",
    mode: "night",
    screen: { name: "alerts", address: "#/alerts", shown: "[data-testid=rule]" },
  },
  {
    file: "gallery-sync",
    mode: "night",
    screen: { name: "sync", address: "#/sync", shown: "[data-testid=outbox] li" },
  },
  {
    file: "gallery-replay",
    mode: "day",
    screen: {
      name: "replay",
      address: `#/?at=47.07,15.5,12&moment=${REPLAYED}`,
      shown: "[role=option]",
      steps: ["[role=option]"],
      result: "[data-testid=operation-card]",
    },
  },
  {
    file: "gallery-live",
    mode: "day",
    screen: {
      name: "live",
      address: `#/?${NEAR}`,
      shown: "[role=option]:has-text('WATER07')",
      steps: ["[role=option]:has-text('WATER07')"],
      result: CARD,
    },
  },
  {
    file: "gallery-red",
    mode: "red",
    screen: { name: "live", address: `#/?${NEAR}`, shown: "[role=option]" },
  },
];

/** Maps begin over the demonstration, and without the notice of where the built-in map ends. */
const PREPARATION = `
  localStorage.setItem("fieldstation.place", JSON.stringify({ latitude: 47.075, longitude: 15.44, zoom: 13 }));
  sessionStorage.setItem("fieldstation.map-detail-read", "true");
`;

/** The eight pictures of the README, WebP. */
export async function takeGallery(pages: PicturePages, say: (line: string) => void): Promise<void> {
  await pages.begin("full");
  say("The demonstration flies for a while.");
  await pause(TRAILS_MS);
  for (const { file, screen, mode } of GALLERY) {
    const page = await pages.open({ screen, state: "full" }, PREPARATION);
    await chooseMode(page, mode);
    await waitUntilMapIsDrawn(page, mode);
    await waitUntilPageIsStill(page);
    const picture = await capture(page);
    await writeFile(join(FOLDER, `${file}.webp`), picture);
    await page.close();
    say(`${file}.webp, ${Math.ceil(picture.byteLength / 1_000)} kB`);
  }
}

/** The best quality that is small enough to be committed. */
async function capture(page: Page): Promise<Buffer> {
  const devTools = await page.context().newCDPSession(page);
  let picture = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    const { data } = await devTools.send("Page.captureScreenshot", { format: "webp", quality });
    picture = Buffer.from(data, "base64");
    if (picture.byteLength <= MAX_BYTES) break;
  }
  return picture;
}
