import type { Browser, BrowserContext } from "playwright-core";
import { newProfile } from "./browser.ts";

/** Profiles of a browser that are reused: the data that a page leaves is removed, the files that it loaded are kept. */
export interface Profiles {
  /** A profile without cookies and stored data, which is used exclusively until it is given back. */
  take(): Promise<BrowserContext>;
  /** Closes its pages and wipes it. */
  giveBack(profile: BrowserContext): Promise<void>;
  /** Ends all of them. */
  close(): Promise<void>;
}

/**
 * A profile keeps the files of the console and the process that runs them, which a new profile would read, compile and
 * start again for every page: one page with a picture keeps the process.
 *
 * @param origin of the station, whose pages are opened in the profiles
 */
export function createProfiles(browser: Browser, origin: string): Profiles {
  const wipes = new Map<BrowserContext, () => Promise<void>>();
  const free: BrowserContext[] = [];

  async function make(): Promise<BrowserContext> {
    const profile = await newProfile(browser);
    const holder = await profile.newPage();
    await holder.goto(`${origin}/icon.svg`);
    const devTools = await profile.newCDPSession(holder);
    wipes.set(profile, async () => {
      const pages = profile.pages().filter((page) => page !== holder);
      await Promise.all(pages.map((page) => page.close()));
      await profile.clearCookies();
      await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    });
    return profile;
  }

  return {
    take: async () => free.pop() ?? make(),
    async giveBack(profile) {
      await wipes.get(profile)?.();
      free.push(profile);
    },
    async close() {
      await Promise.all([...wipes.keys()].map((profile) => profile.close()));
    },
  };
}
