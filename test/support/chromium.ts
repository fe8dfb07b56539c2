import { existsSync } from "node:fs";

/** Best first: the headless shell is the same engine without windows, and a page costs it half the work. */
const PLACES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map(
  (name) => `/usr/bin/${name}`,
);

/** The Chromium of this machine: `CHROMIUM`, or one of the usual places; `undefined` where there is none. */
export function findChromium(): string | undefined {
  return [process.env["CHROMIUM"], ...PLACES].find((path) => path !== undefined && path !== "" && existsSync(path));
}
