import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, type Mode, overflows, seriousViolations } from "../../support/browser.ts";
import { waitUntilSignedIn, signIn, useConsole } from "../../support/console.ts";
import type { Person } from "../../support/signed-in.ts";

const ALICE = { email: "alice@station.example", password: "correct horse battery", full_name: "Alice Pilot" };
const BOB = { email: "bob@station.example", password: "another horse battery" };

const KINDS_SHOWN = "[...document.querySelectorAll('[data-testid=audit] tbody tr')].map((row) => row.dataset.kind)";

/** Console errors of the browser if an account was disabled, or if the test blocks an answer. */
const isRefusal = (complaint: string) =>
  /the server responded with a status of (400|401|403)|WebSocket is closed before|net::ERR_FAILED/.test(complaint);

describe.skipIf(browserPath === undefined)("administration in the console", () => {
  const shown = useConsole({ access: [] });

  beforeAll(async () => {
    for (const body of [ALICE, BOB]) await post(body);
  });

  const post = (body: object) =>
    fetch(`${shown.station.url}/v1/users`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  const openSignedIn = (address: string, who: Person = ALICE): Promise<Page> =>
    shown.open(address, { isExpected: isRefusal, signedIn: who });

  const itemOf = (page: Page, email: string) => page.locator(`[data-account="${email}"]`);

  it("creates an account by keyboard, and shows once the password with which that account signs in", async () => {
    const page = await openSignedIn("#/settings");
    await page.getByTestId("nav-administration").click();
    await itemOf(page, BOB.email).waitFor();
    await page.getByTestId("add-account").focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("make-account").click();
    await page.getByText("Enter an e-mail address.").waitFor();
    await page.getByTestId("account-email").focus();
    await page.keyboard.type("eve@station.example");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Eve");
    await page.keyboard.press("Enter");
    const password = (await page.getByTestId("password-text").textContent()) ?? "";
    expect(password).toMatch(/^[\w-]{20}$/);
    await saveScreenshot(page, "administration-password-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("password-done").click();
    await itemOf(page, "eve@station.example").waitFor();
    expect(await page.locator("body").textContent()).not.toContain(password);

    const eves = await shown.open("#/settings", { isExpected: isRefusal });
    await eves.getByTestId("sign-in").click();
    await signIn(eves, { email: "eve@station.example", password });
    await eves.getByRole("heading", { name: "Choose a password" }).waitFor();
    await saveScreenshot(eves, "choose-password-day");
    expect(await seriousViolations(eves)).toEqual([]);
    await eves.getByLabel("New password", { exact: true }).fill("of her own");
    await eves.getByLabel("New password once more").fill("of her own");
    await eves.keyboard.press("Enter");
    await waitUntilSignedIn(eves);
    expect(await eves.getByTestId("nav-administration").count()).toBe(0);
    await eves.goto(`${shown.station.url}/#/administration/audit`);
    await eves.getByText("For administrators").waitFor();
  });

  it("blocks a user at once, and unblocks that user", async () => {
    const page = await openSignedIn("#/administration/accounts");
    const bobs = await openSignedIn("#/profile", BOB);
    await bobs.getByTestId("full-name").waitFor();
    await itemOf(page, BOB.email).getByTestId("account-disable").click();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("confirm").click();
    await itemOf(page, BOB.email).getByText("Disabled", { exact: true }).waitFor();
    await bobs.getByTestId("sign-in-again").waitFor();
    await itemOf(page, BOB.email).getByTestId("account-enable").click();
    await itemOf(page, BOB.email).getByTestId("account-disable").waitFor();
    expect(await itemOf(page, ALICE.email).getByRole("button").count()).toBe(0);
  });

  it("makes another user an administrator, and reverses that", async () => {
    const page = await openSignedIn("#/administration/accounts");
    for (const [action, count] of [
      ["promote", 1],
      ["demote", 0],
    ] as const) {
      await itemOf(page, BOB.email).getByTestId(`account-${action}`).click();
      await page.getByTestId("confirm").click();
      await expect.poll(() => itemOf(page, BOB.email).getByText("Administrator", { exact: true }).count()).toBe(count);
    }
  });

  it("closes registration for everybody at once, and opens it again", async () => {
    const page = await openSignedIn("#/administration/accounts");
    const meaning = page.getByTestId("registration-meaning");
    await meaning.getByText("Open: everybody who uses this computer").waitFor();
    await page.getByTestId("registration").click();
    await meaning.getByText("Closed: administrators create the accounts.").waitFor();
    expect((await post({ email: "mallory@station.example", password: "x" })).status).toBe(403);
    await page.getByTestId("registration").click();
    await meaning.getByText("Open: everybody").waitFor();
  });

  it("shows the audit log as sentences, filtered by user, kind and time", async () => {
    const page = await openSignedIn("#/administration/audit");
    const rows = page.locator("[data-testid=audit] tbody tr");
    await rows.getByText("Alice Pilot signed in").first().waitFor();
    await page.getByTestId("audit-kind").selectOption({ label: "Account created" });
    await rows.getByText("Alice Pilot created an account", { exact: true }).waitFor();
    await expect
      .poll(async () => new Set(await page.evaluate<string[]>(KINDS_SHOWN)))
      .toEqual(new Set(["user_registered"]));
    await page.getByTestId("audit-person").selectOption({ label: BOB.email });
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => page.url()).toMatch(/kind=user_registered/);
    await page.getByTestId("audit-kind").selectOption({ label: "Session ended" });
    await page.getByText("No entry matches these filters.").waitFor();
    await page.getByTestId("audit-period").selectOption({ label: "In the last hour" });
    await page.getByTestId("audit-person").selectOption({ label: "Anybody" });
    await page.getByTestId("audit-kind").selectOption({ label: "Anything" });
    await rows.first().waitFor();
  });

  describe.each<Mode>(["day", "night"])("in %s mode", (mode) => {
    const signedIn = shown.usePage("#/profile", (page) => page.getByTestId("full-name").waitFor(), {
      mode,
      isExpected: isRefusal,
      signedIn: ALICE,
    });

    it.each([
      ["accounts", "[data-account]"],
      ["audit", "[data-testid=audit]"],
    ])("shows %s without a complaint, readable for everybody", async (name, content) => {
      const page = signedIn();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${shown.station.url}/#/administration/${name}`);
      await page.locator(content).first().waitFor();
      await page.getByTestId("registration").or(page.getByTestId("audit")).waitFor();
      await saveScreenshot(page, `administration-${name}-${mode}`);
      expect(await seriousViolations(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
      await page.setViewportSize({ width: 1280, height: 720 });
      expect(await overflows(page)).toBe(false);
    });
  });

  it("reports that nothing could be loaded, and loads it at the next attempt", async () => {
    const page = await openSignedIn("#/settings");
    await page.route(/\/station\/v1\/accounts/, (route) => route.abort());
    await page.getByTestId("nav-administration").click();
    await page.getByText("The accounts could not be loaded").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.unroute(/\/station\/v1\/accounts/);
    await page.getByRole("button", { name: "Try again" }).click();
    await itemOf(page, ALICE.email).waitFor();
  });
});
