import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, type Mode, overflows, seriousViolations } from "../../support/browser.ts";
import { waitUntilSignedIn, type OpenOptions, signIn, useConsole } from "../../support/console.ts";

const ALICE = { email: "alice@station.example", password: "correct horse battery", name: "Alice Pilot" };
const OPERATIONS = "/v2/airspace/operations?from=-PT1H";

/**
 * What a browser says of an answer that refuses, and of a live connection that a sign-in ends while it begins: expected
 * where a journey is about being refused.
 */
const isRefusal = (complaint: string) =>
  /the server responded with a status of (400|401|403|422|429)|WebSocket is closed before/.test(complaint);

describe.skipIf(browserPath === undefined)("an account in the console", () => {
  const shown = useConsole({ access: [] });

  async function open(
    address = "",
    { isRefused = false, ...opening }: OpenOptions & { readonly isRefused?: boolean } = {},
  ): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
    const page = await shown.open(address, isRefused ? { ...opening, isExpected: isRefusal } : opening);
    return { page, context: page.context() };
  }

  async function enter(page: Page): Promise<void> {
    await page.getByTestId("sign-in").click();
    await signIn(page, ALICE);
    await waitUntilSignedIn(page);
  }

  const openSignedIn = (address = "", options: Parameters<typeof open>[1] = {}) =>
    open(address, { ...options, signedIn: ALICE });

  it("is created at the first run, which ends on the live page", async () => {
    const { page } = await open();
    await page.getByTestId("first-account").waitFor();
    await saveScreenshot(page, "first-account-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("make-account").click();
    await page.getByText("Enter an e-mail address.").waitFor();

    await page.getByLabel("E-mail address").fill(ALICE.email);
    await page.getByTestId("new-password").fill(ALICE.password);
    await page.getByTestId("repeat-password").fill("something else");
    await page.getByTestId("make-account").click();
    await page.getByText("The two passwords differ.").waitFor();
    await page.getByTestId("repeat-password").fill(ALICE.password);
    await page.getByLabel("Your name").fill(ALICE.name);
    await page.getByTestId("make-account").click();

    await page.getByTestId("save-position").waitFor();
    await saveScreenshot(page, "first-place-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("save-position").click();
    await page.getByTestId("to-map").waitFor();
    await page.getByTestId("nothing-plugged").or(page.getByTestId("plugged-in")).waitFor();
    await saveScreenshot(page, "first-sources-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("to-map").click();
    await page.locator("[data-testid=station-state][data-state=connected]").waitFor();
    await page.getByTestId("account-menu").filter({ hasText: ALICE.name }).waitFor();
    expect(page.url()).not.toContain("code=");
  });

  it("is signed in again after a reload, without anything stored that a script could read", async () => {
    const { page } = await open("#/log?period=week");
    await enter(page);
    await expect.poll(() => page.url()).toContain("#/log?period=week");
    await page.reload();
    await page.getByTestId("account-menu").filter({ hasText: ALICE.name }).waitFor();
    const kept = await page.evaluate<string>("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])");
    expect(kept).not.toMatch(/eyJ|refresh|token/);
    expect(await page.evaluate<string>("document.cookie")).toBe("");
  });

  it("signs in on pages in the mode of the console, until that follows the system again", async () => {
    const { page } = await open();
    for (const [mode, ground] of [
      ["red", "rgb(5, 0, 0)"],
      ["night", "rgb(11, 14, 18)"],
      ["system", "rgb(238, 241, 244)"],
    ] as const) {
      await page.evaluate(`localStorage.setItem("fieldstation.mode", "${mode}")`);
      await page.goto(`${shown.station.url}/?${mode}`);
      await page.getByTestId("sign-in").click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      expect(await page.evaluate<string>("getComputedStyle(document.body).backgroundColor")).toBe(ground);
      await saveScreenshot(page, `sign-in-${mode}`);
      await page.goto(`${shown.station.url}/`);
    }
  });

  it("opens the page of the address after the sign-in, even if that began before the page was loaded", async () => {
    const { page } = await open();
    await page.getByTestId("sign-in").waitFor();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    await page.route(/ProfilePage/, async (route) => {
      await begun;
      await route.continue();
    });
    await page.goto(`${shown.station.url}/#/profile`);
    await page.reload({ waitUntil: "commit" });
    await page.getByTestId("sign-in").click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    begin();
    await signIn(page, ALICE);
    await page.getByTestId("full-name").waitFor();
    await expect.poll(() => page.url()).toContain("#/profile");
  });

  it("reports that a page could not be loaded, and opens it at the next attempt", async () => {
    const { page } = await openSignedIn("#/settings", {
      isExpected: (complaint) => /ERR_FAILED|dynamically imported module|Unable to preload/.test(complaint),
    });
    await page.route(/ProfilePage/, (route) => route.abort());
    await page.getByTestId("account-menu").click();
    await page.getByTestId("menu-profile").click();
    await page.getByText("The page could not be loaded").waitFor();
    await page.unroute(/ProfilePage/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByTestId("full-name").waitFor();
    expect(await page.getByText("The page could not be loaded").count()).toBe(0);
  });

  it("signs out in every tab with one click, and signs in again", async () => {
    const { page, context } = await openSignedIn("#/settings");
    const other = await context.newPage();
    await other.goto(`${shown.station.url}/#/settings`);
    await waitUntilSignedIn(other);

    await page.getByTestId("account-menu").click();
    // The gate shows at once; then the page goes to the provider, which ends the session, and comes back.
    const returned = page.waitForEvent("load");
    await page.getByTestId("menu-sign-out").click();
    await returned;
    await page.locator("[data-gate=sign-in]").waitFor();
    await saveScreenshot(page, "signed-out-day");
    expect(await seriousViolations(page)).toEqual([]);
    await other.getByTestId("sign-in-again").waitFor();

    await page.getByTestId("sign-in").click();
    await signIn(page, ALICE);
    await page.locator("[data-testid=station-state][data-state=connected]").waitFor();
    await other.getByTestId("sign-in-again").waitFor({ state: "detached" });
  });

  it("reports a wrong password in words, and accepts the right one", async () => {
    const { page } = await open("", { isRefused: true });
    await page.getByTestId("sign-in").click();
    await signIn(page, { ...ALICE, password: "wrong" });
    expect(await page.getByRole("alert").textContent()).toContain("The e-mail address or the password is wrong.");
    await page.getByLabel("Password").fill(ALICE.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await waitUntilSignedIn(page);
  });

  it("creates an access token that the API accepts until it is revoked", async () => {
    const { page } = await openSignedIn("#/tokens", { isRefused: true });
    await page.getByTestId("new-token").click();
    await page.getByTestId("token-name").fill("Field script");
    await page.getByTestId("token-password").fill("wrong");
    await page.getByTestId("make-token").click();
    await page.getByText("The password is not that of the account.").waitFor();
    await page.getByTestId("token-password").fill(ALICE.password);
    await page.getByTestId("make-token").click();
    const token = (await page.getByTestId("token-text").textContent()) ?? "";
    await saveScreenshot(page, "token-made-day");
    expect(await seriousViolations(page)).toEqual([]);

    const ask = () => fetch(shown.station.url + OPERATIONS, { headers: { "X-Personal-Access-Token": token } });
    expect((await ask()).status).toBe(200);
    // It is shown this once: only its button closes the dialog.
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    expect(await page.getByTestId("token-text").textContent()).toBe(token);
    await page.getByTestId("token-done").click();
    expect(await page.locator("body").textContent()).not.toContain(token);

    await page.getByRole("button", { name: "Revoke Field script" }).click();
    await page.getByTestId("confirm").click();
    await page.getByText("No access tokens").waitFor();
    expect((await ask()).status).toBe(401);
  });

  it("renews an access token that was refused and repeats the request, unnoticed by the user", async () => {
    const { page } = await openSignedIn("#/settings", { isRefused: true });
    const tokens = new Set<string | undefined>();
    await page.route("**/station/v1/info", async (route) => {
      const { authorization } = route.request().headers();
      tokens.add(authorization);
      // Only the first token seen is refused: as if it had ended on the way.
      if (tokens.size === 1) await route.fulfill({ status: 401, body: "{}" });
      else await route.continue();
    });
    // The page asks at once when it begins, and every 15 seconds from then on.
    await page.reload();
    await expect.poll(() => tokens.size, { timeout: 40_000 }).toBe(2);
    await page.getByText("Running since").waitFor();
    expect(await page.getByTestId("sign-in-again").count()).toBe(0);
    // What only the app can do is not offered in a browser.
    expect(await page.getByTestId("desktop-settings").count()).toBe(0);
    expect([...tokens].every((token) => token?.startsWith("Bearer ey"))).toBe(true);
  }, 60_000);

  it("keeps what was typed when the session ends, and continues after the next sign-in", async () => {
    const { page, context } = await openSignedIn("#/profile", { isRefused: true });
    await page.getByTestId("full-name").fill("Alice, half typed");
    const elsewhere = await openSignedIn("#/sessions");
    await elsewhere.page.getByRole("button", { name: "Sign out: Fieldstation" }).first().waitFor();
    // The cookie as well: as if the browser's sign-in had come to its end.
    await context.clearCookies();
    const ends = elsewhere.page.getByRole("button", { name: "Sign out: Fieldstation" });
    for (let left = await ends.count(); left > 0; left = await ends.count()) {
      await ends.first().click();
      await elsewhere.page.getByTestId("confirm").click();
      await expect.poll(() => ends.count()).toBe(left - 1);
    }
    await page.getByTestId("sign-in-again").waitFor();
    await saveScreenshot(page, "sign-in-again-day");
    expect(await seriousViolations(page)).toEqual([]);

    const [beside] = await Promise.all([context.waitForEvent("page"), page.getByTestId("sign-in").click()]);
    // The station is slow: the window stays until it has redeemed the sign-in.
    const { promise: shown, resolve: answer } = Promise.withResolvers<void>();
    await beside.route("**/openid-configuration", async (route) => {
      await shown;
      await route.continue();
    });
    await signIn(beside, ALICE);
    await beside.getByTestId("account-menu").filter({ hasText: "…" }).waitFor();
    answer();
    await page.getByTestId("sign-in-again").waitFor({ state: "detached" });
    expect(await page.getByTestId("full-name").inputValue()).toBe("Alice, half typed");
    await page.getByTestId("save-profile").click();
    await page.getByText("Profile saved.").waitFor();
  });

  describe.each<Mode>(["day", "night"])("in %s mode", (mode) => {
    const signedIn = shown.usePage("#/profile", (page) => page.getByTestId("full-name").waitFor(), {
      mode,
      signedIn: ALICE,
    });

    it.each([
      ["profile", "[data-testid=profile]"],
      ["tokens", ".empty-state"],
      ["sessions", "[data-testid=sessions] li"],
      ["settings", "a[href='#/tokens']"],
    ])("shows %s without a complaint, readable for everybody", async (name, content) => {
      const page = signedIn();
      await page.goto(`${shown.station.url}/#/${name}`);
      await page.locator(content).first().waitFor();
      await saveScreenshot(page, `account-${name}-${mode}`);
      expect(await seriousViolations(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
      const isWider = "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.page'))";
      expect(await page.evaluate<boolean>(isWider)).toBe(false);
    });
  });

  it("changes its profile, a preference and its password, and is deactivated with a typed confirmation", async () => {
    const { page } = await openSignedIn("#/profile", { isRefused: true });
    await page.getByTestId("country").selectOption({ label: "Czechia" });
    await page.getByTestId("save-profile").click();
    await page.getByText("Profile saved.").waitFor();
    await page.getByText("Private", { exact: true }).click();
    await page.getByText("Preference saved.").waitFor();

    await page.getByTestId("new-password").fill("another horse battery");
    await page.getByTestId("repeat-password").fill("another horse battery");
    // Every sign-in ends by it; this one is begun anew by itself, over the provider and back.
    await Promise.all([page.waitForEvent("load"), page.getByTestId("change-password").click()]);
    await page.getByTestId("country").waitFor();
    await expect.poll(() => page.getByTestId("country").inputValue()).toBe("CZ");
    await page.getByRole("radio", { name: "Private", checked: true }).waitFor();

    await page.getByTestId("deactivate").click();
    await page.getByTestId("deactivate-typed").fill("somebody");
    expect(await page.getByTestId("deactivate-do").isDisabled()).toBe(true);
    await page.getByTestId("deactivate-typed").fill(ALICE.email);
    await page.getByTestId("deactivate-do").click();
    await page.locator("[data-gate=sign-in]").waitFor();
  });
});
