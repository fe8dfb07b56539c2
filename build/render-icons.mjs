/** Draws icon.png and icons/<size>x<size>.png from icon.svg: CHROMIUM=/usr/bin/chromium node build/render-icons.mjs */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const folder = import.meta.dirname;
const drawing = readFileSync(join(folder, "icon.svg")).toString("base64");

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
const page = await browser.newPage();
mkdirSync(join(folder, "icons"), { recursive: true });
for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) await draw(size, join("icons", `${size}x${size}.png`));
// electron-builder makes the icons of Windows and macOS from this one.
await draw(1024, "icon.png");
await browser.close();

/** @param {number} size in pixels @param {string} name below this folder */
async function draw(size, name) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>*{margin:0}img{display:block;width:${size}px}</style><img src="data:image/svg+xml;base64,${drawing}">`,
  );
  await page.screenshot({ path: join(folder, name), omitBackground: true });
}
