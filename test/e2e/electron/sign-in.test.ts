import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AccountState } from "../../../src/preload/contract.ts";
import { newProfile, useBrowser } from "../../support/browser.ts";
import {
  secretServiceProblem,
  type SecretService,
  startSecretService,
  withoutSecretService,
} from "../../support/secret-service.ts";
import type { ConsolePage, Desktop, Launch } from "./support/desktop.ts";
import { describeJourneys, findFreePort, makeDataDir } from "./support/journeys.ts";

const skipped = secretServiceProblem === undefined ? "" : ` (${secretServiceProblem})`;
const ADA = { email: "ada@example.org", password: "correct horse battery", full_name: "Ada Pilot" };

describeJourneys("signing in from the desktop", (launch) => {
  describe.skipIf(secretServiceProblem !== undefined)(`with the keychain of the system${skipped}`, () => {
    const { dataDir, remove } = makeDataDir();
    let keychain: SecretService;
    let app: SignInApp;
    beforeAll(async () => {
      keychain = await startSecretService();
      app = openApp(launch, { dataDir, env: keychain.env, port: await findFreePort() });
      await app.start();
      await app.register();
    });
    afterAll(async () => {
      await app.desktop.quit();
      await keychain.stop();
      remove();
    });
    beforeEach(() => app.forgetAddresses());

    it("begins signed out", async () => {
      await expect.poll(app.state).toEqual({ kind: "signed-out" });
      expect(await app.token()).toBe("none");
    });

    it("stays signed out, and shows why, when the person refuses in the browser", async () => {
      await app.signIn();
      await inBrowser(await app.address(), async (page) => {
        await fillIn(page);
        await page.getByRole("button", { name: "Do not allow" }).click();
        await page.getByRole("heading", { name: "Not signed in" }).waitFor();
      });
      await expect.poll(app.state).toEqual({ kind: "signed-out", notice: expect.stringContaining("refused") });
    });

    it("can be cancelled, and nothing listens for the browser any more", async () => {
      await app.signIn();
      const address = await app.address();
      const redirect = new URL(address).searchParams.get("redirect_uri") ?? "";
      expect((await fetch(`${redirect}?code=forged&state=forged`)).status).toBe(400);
      expect(await app.state()).toEqual({ kind: "signing-in" });
      await app.signOut();
      await expect.poll(app.state).toEqual({ kind: "signed-out" });
      await expect.poll(() => fetch(redirect).then(String, (error: Error) => error.message)).toBe("fetch failed");
    });

    it("signs in on the pages of the station and hands the console a token that opens the API", async () => {
      await app.signIn();
      await inBrowser(await app.address(), async (page) => {
        await fillIn(page);
        await page.getByRole("button", { name: "Allow", exact: true }).click();
        await page.getByRole("heading", { name: "Signed in" }).waitFor();
      });
      const person = { userId: expect.any(String), email: ADA.email, name: ADA.full_name };
      await expect.poll(app.state).toEqual({ kind: "signed-in", person, isOnline: true });
      expect(await app.whoIs(await app.token())).toBe(ADA.email);
    });

    it("is signed in again when the app is started again, without a word", async () => {
      await app.desktop.quit();
      await app.start();
      await expect.poll(app.state).toMatchObject({ kind: "signed-in", isOnline: true, person: { email: ADA.email } });
      expect(await app.whoIs(await app.token())).toBe(ADA.email);
    });

    it("renews a token that the API has refused, and keeps what renews it away from the page", async () => {
      const refused = await app.token();
      const renewed = await app.token(refused);
      expect(renewed).not.toBe(refused);
      expect(await app.whoIs(renewed)).toBe(ADA.email);
      expect(Object.keys(await app.state()).sort()).toEqual(["isOnline", "kind", "person"]);
    });

    it("removes everything at sign-out: here, at the station, and after the next start", async () => {
      const token = await app.token();
      await app.signOut();
      expect(await app.state()).toEqual({ kind: "signed-out" });
      expect(await app.token()).toBe("none");
      expect(await app.whoIs(token)).toBe("nobody");
      expect(await app.address()).toContain("/realms/dcp/protocol/openid-connect/logout");
      await app.desktop.quit();
      await app.start();
      await expect.poll(app.state).toEqual({ kind: "signed-out" });
    });
  });

  describe("at the first run", () => {
    const { dataDir, remove } = makeDataDir();
    let app: SignInApp;
    beforeAll(async () => {
      app = openApp(launch, { dataDir, env: withoutSecretService(), port: await findFreePort() });
      await app.start();
    });
    afterAll(async () => {
      await app.desktop.quit();
      remove();
    });

    it("requests the password of the first account once, and continues signed in without the browser", async () => {
      const { page } = app.desktop;
      await page.getByLabel("E-mail address").fill(ADA.email);
      await page.getByTestId("new-password").fill(ADA.password);
      await page.getByTestId("repeat-password").fill(ADA.password);
      await page.getByLabel("Your name").fill(ADA.full_name);
      await page.getByTestId("make-account").click();
      await page.getByTestId("save-position").waitFor();
      await expect.poll(app.state).toMatchObject({ kind: "signed-in", person: { email: ADA.email } });
      await page.getByTestId("account-menu").filter({ hasText: ADA.full_name }).waitFor();
      expect(await app.openedAddresses()).toEqual([]);
    });
  });

  describe.skipIf(process.platform !== "linux")("where there is no keychain", () => {
    const { dataDir, remove } = makeDataDir();
    let app: SignInApp;
    beforeAll(async () => {
      app = openApp(launch, { dataDir, env: withoutSecretService(), port: await findFreePort() });
      await app.start();
      await app.register();
    });
    afterAll(async () => {
      await app.desktop.quit();
      remove();
    });

    it("signs in for as long as the app runs, and states that", async () => {
      await app.signIn();
      await inBrowser(await app.address(), async (page) => {
        await fillIn(page);
        await page.getByRole("button", { name: "Allow", exact: true }).click();
        await page.getByRole("heading", { name: "Signed in" }).waitFor();
      });
      await expect.poll(app.state).toMatchObject({ kind: "signed-in", notice: expect.stringContaining("no keychain") });
      expect(await app.whoIs(await app.token())).toBe(ADA.email);
      await app.desktop.quit();
      await app.start();
      await expect.poll(app.state).toEqual({ kind: "signed-out" });
    });
  });
});

interface SignInApp {
  readonly desktop: Desktop;
  start(): Promise<void>;
  /** Makes Ada's account. */
  register(): Promise<void>;
  state(): Promise<AccountState>;
  /** Begins to sign in; its end is told by `state`. */
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  /** The access token, or `none`. */
  token(refused?: string): Promise<string>;
  /** What the API says of a token: the address of the account, or `nobody`. */
  whoIs(token: string): Promise<string>;
  /** The address that was opened in the person's browser last. */
  address(): Promise<string>;
  openedAddresses(): Promise<readonly string[]>;
  forgetAddresses(): Promise<void>;
}

function openApp(
  launch: Launch,
  { dataDir, env, port }: { readonly dataDir: string; readonly env: NodeJS.ProcessEnv; readonly port: number },
): SignInApp {
  const station = `http://127.0.0.1:${port}`;
  let desktop: Desktop | undefined;
  const running = (): Desktop => {
    if (desktop === undefined) throw new Error("the app was not started");
    return desktop;
  };
  return {
    get desktop() {
      return running();
    },
    async start() {
      desktop = await launch({ dataDir, env, args: ["--port", String(port)] });
      await desktop.page.waitForURL((url) => url.protocol === "http:");
      await desktop.inMain(({ shell }) => {
        const opened: string[] = [];
        Reflect.set(globalThis, "openedOutside", opened);
        shell.openExternal = async (address) => void opened.push(address);
      });
    },
    async register() {
      const response = await fetch(`${station}/v1/users`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(ADA),
      });
      if (!response.ok) throw new Error(`no account could be made: ${response.status} ${await response.text()}`);
    },
    state: () => running().page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.account.state()),
    signIn: () =>
      running().page.evaluate(() => void (globalThis as unknown as ConsolePage).fieldstation.account.signIn()),
    signOut: () => running().page.evaluate(() => (globalThis as unknown as ConsolePage).fieldstation.account.signOut()),
    token: (refused) =>
      running().page.evaluate(
        async (old) => (await (globalThis as unknown as ConsolePage).fieldstation.account.accessToken(old)) ?? "none",
        refused,
      ),
    async whoIs(token) {
      const response = await fetch(`${station}/v1/users/me`, { headers: { Authorization: `Bearer ${token}` } });
      return response.ok ? ((await response.json()) as { email: string }).email : "nobody";
    },
    async address() {
      const last = (): Promise<string | undefined> =>
        running().inMain(() => (Reflect.get(globalThis, "openedOutside") as string[]).at(-1));
      await expect.poll(last).toMatch(/^http/);
      return (await last()) ?? "";
    },
    openedAddresses: () => running().inMain(() => [...(Reflect.get(globalThis, "openedOutside") as string[])]),
    forgetAddresses: () =>
      running().inMain(() => void (Reflect.get(globalThis, "openedOutside") as string[]).splice(0)),
  };
}

/** Opens an address as the system's browser would, in a profile of its own. */
async function inBrowser(address: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await newProfile(await useBrowser());
  try {
    const page = await context.newPage();
    await page.goto(address);
    await work(page);
  } finally {
    await context.close();
  }
}

async function fillIn(page: Page): Promise<void> {
  await page.locator("input[name=email]").fill(ADA.email);
  await page.locator("input[name=password]").fill(ADA.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
