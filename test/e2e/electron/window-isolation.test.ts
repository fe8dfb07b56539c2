import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ConsolePage, Desktop } from "./support/desktop.ts";
import { describeJourneys, findFreePort, makeDataDir } from "./support/journeys.ts";

describeJourneys("the closed door", (launch) => {
  const { dataDir, remove } = makeDataDir();
  let desktop: Desktop;
  let home: string;
  let elsewhere: Server;
  let elsewhereUrl: string;
  let visits: string[];

  beforeAll(async () => {
    visits = [];
    elsewhere = createServer((request, response) => {
      visits.push(request.url ?? "");
      response.setHeader("Access-Control-Allow-Origin", "*").end("elsewhere");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const port = await findFreePort();
    home = `http://127.0.0.1:${port}/`;
    desktop = await launch({ dataDir, args: ["--port", String(port)] });
    await desktop.page.waitForURL((url) => url.protocol === "http:");
    await desktop.inMain(({ shell }) => {
      const opened: string[] = [];
      Reflect.set(globalThis, "openedOutside", opened);
      shell.openExternal = async (address) => void opened.push(address);
    });
  });
  afterAll(async () => {
    await desktop.quit();
    elsewhere.close();
    remove();
  });
  beforeEach(() => desktop.inMain(() => void (Reflect.get(globalThis, "openedOutside") as string[]).splice(0)));

  const openedOutside = (): Promise<string[]> =>
    desktop.inMain(() => Reflect.get(globalThis, "openedOutside") as string[]);

  const click = (href: string, target: string): Promise<void> =>
    desktop.page.evaluate(
      ([address, name]) => {
        interface Link {
          href: string;
          target: string;
          click(): void;
        }
        const { document } = globalThis as unknown as { document: { createElement(tag: "a"): Link } };
        Object.assign(document.createElement("a"), { href: address, target: name }).click();
      },
      [href, target] as const,
    );

  it("opens an outside link in the person's own browser and no window of ours", async () => {
    await click("https://example.org/help", "_blank");
    await expect.poll(openedOutside).toEqual(["https://example.org/help"]);
    expect(await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(desktop.page.url()).toMatch(home);
  });

  it("opens a document of the station there too, and no other page without encryption", async () => {
    await click("http://example.org/help", "_blank");
    await click("/openapi.json", "_blank");
    await expect.poll(openedOutside).toEqual([`${home}openapi.json`]);
    expect(await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(desktop.page.url()).toMatch(home);
  });

  it("opens through the bridge what the rules allow, and reports that", async () => {
    const answers = await desktop.page.evaluate(() => {
      const { openExternal } = (globalThis as unknown as ConsolePage).fieldstation;
      return Promise.all(["https://example.org/", "file:///etc/passwd", "http://example.org/"].map(openExternal));
    });
    expect(answers).toEqual([true, false, false]);
    expect(await openedOutside()).toEqual(["https://example.org/"]);
  });

  it("does not leave the station", async () => {
    await desktop.page.evaluate(() => void Reflect.set(globalThis, "stillHere", true));
    await click("https://example.org/away", "_self");
    await expect.poll(openedOutside).toEqual(["https://example.org/away"]);
    await click(`${elsewhereUrl}/away`, "_self");
    await desktop.page.evaluate((url) => fetch(`${url}/after`).catch(() => undefined), elsewhereUrl);
    expect(await desktop.page.evaluate(() => Reflect.get(globalThis, "stillHere") as unknown)).toBe(true);
    expect(visits).toEqual([]);
  });

  const reachesElsewhere = (): Promise<boolean> =>
    desktop.page.evaluate(
      (url) =>
        fetch(`${url}/data`, { mode: "no-cors" }).then(
          () => true,
          () => false,
        ),
      elsewhereUrl,
    );

  it("fetches nothing from elsewhere, whatever the page tries", async () => {
    expect(await reachesElsewhere()).toBe(false);
    expect(visits).toEqual([]);
  });

  it("tells no page where the person is, and lets the console notify", async () => {
    const states = await desktop.page.evaluate(async () => {
      interface Permissions {
        query(what: { name: string }): Promise<{ state: string }>;
      }
      const { permissions } = (globalThis as unknown as { navigator: { permissions: Permissions } }).navigator;
      const names = ["geolocation", "notifications"];
      return Promise.all(names.map(async (name) => (await permissions.query({ name })).state));
    });
    expect(states).toEqual(["denied", "granted"]);
  });

  it("comes with a policy that lets no foreign script in", async () => {
    const response = await fetch(home);
    expect(response.headers.get("content-security-policy")).toMatch(/(default|script)-src 'self'/);
    await desktop.page.evaluate(() => {
      const { document } = globalThis as unknown as {
        document: { createElement(tag: string): { textContent: string }; head: { append(node: object): void } };
      };
      const script = document.createElement("script");
      script.textContent = "globalThis.inlineRan = true";
      document.head.append(script);
    });
    expect(await desktop.page.evaluate(() => Reflect.get(globalThis, "inlineRan") as unknown)).toBeUndefined();
  });

  it("refuses arguments that violate the contract", async () => {
    const refusals = await desktop.page.evaluate(async () => {
      const { theme, openExternal, settings, openRequests } = (globalThis as unknown as ConsolePage).fieldstation;
      const answers = await Promise.allSettled([
        theme.set("pink" as never),
        openExternal(42 as never),
        settings.change({ dataDir: "/" } as never),
        openRequests.read("/etc/passwd", 0),
      ]);
      return answers.map((answer) => (answer.status === "rejected" ? (answer.reason as Error).message : "taken"));
    });
    expect(refusals).toEqual([
      expect.stringContaining("theme:set: wrong arguments"),
      expect.stringContaining("shell:open-external: wrong arguments"),
      expect.stringContaining("settings:change: wrong arguments"),
      expect.stringContaining("open-requests:read: wrong arguments"),
    ]);
  });

  async function showForeignPage(address: string): Promise<void> {
    await desktop.inMain(async ({ BrowserWindow }, url) => {
      await BrowserWindow.getAllWindows()[0]?.loadURL(url);
    }, address);
    // The test's own connection to the page learns of it later than the window.
    await desktop.page.waitForURL(address);
  }

  it("answers no other page, should one ever come up in the window", async () => {
    await showForeignPage("data:text/plain,foreign");
    const refusals = await desktop.page.evaluate(async () => {
      const { station, theme, openExternal, openRecording } = (globalThis as unknown as ConsolePage).fieldstation;
      const requests = [station.restart(), theme.set("dark"), openExternal("https://example.org/"), openRecording()];
      const results = await Promise.allSettled(requests);
      return results.map((result) => (result.status === "rejected" ? (result.reason as Error).message : "taken"));
    });
    expect(refusals).toEqual(refusals.map(() => expect.stringContaining("not for this page")));
    expect(await openedOutside()).toEqual([]);
  });

  it("lets another page fetch nothing either, without a policy of its own", async () => {
    await showForeignPage("data:text/plain,another");
    expect(await reachesElsewhere()).toBe(false);
    expect(visits).toEqual([]);
  });
});
