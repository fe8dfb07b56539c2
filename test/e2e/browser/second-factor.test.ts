import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath, saveScreenshot, overflows, seriousViolations } from "../../support/browser.ts";
import { waitUntilSignedIn, signIn, useConsole } from "../../support/console.ts";

const ADA = { email: "ada@station.example", password: "correct horse battery" };

/** A security key that answers by itself. */
async function plugInKey(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "usb",
      hasResidentKey: false,
      hasUserVerification: false,
      automaticPresenceSimulation: true,
    },
  });
}

async function lookAt(page: Page, name: string): Promise<void> {
  await saveScreenshot(page, name);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await overflows(page)).toBe(false);
}

describe.skipIf(browserPath === undefined)("a second factor in the console", () => {
  // By name: passkeys belong to one.
  const shown = useConsole({ access: ["--host", "localhost"] });

  it("is an app or a passkey; each of them and a recovery code complete a sign-in", async () => {
    await shown.send("POST", "/v1/users", ADA);
    const page = await shown.open("#/profile", {
      // A wrong code is refused with 400.
      isExpected: (complaint) => /the server responded with a status of 40[013]/.test(complaint),
    });
    await plugInKey(page);
    await page.getByTestId("sign-in").click();
    await signIn(page, ADA);
    await page.getByTestId("add-app").click();
    // Each step begins in its field.
    await page.getByTestId("second-factor-password").and(page.locator(":focus")).waitFor();
    await page.keyboard.type(ADA.password);
    await page.getByTestId("second-factor-go-on").click();
    await page.getByTestId("second-factor-code").and(page.locator(":focus")).waitFor();
    const secret = ((await page.getByTestId("second-factor-secret").textContent()) ?? "").replaceAll(" ", "");
    await lookAt(page, "second-factor-scan-day");
    await page.getByTestId("second-factor-code").fill("000000");
    await page.getByTestId("second-factor-confirm").click();
    await page.getByText("this is not the code that the app shows now").waitFor();
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByTestId("second-factor-code").fill(app.generate());
    await page.getByTestId("second-factor-confirm").click();
    const [recoveryCode = ""] = ((await page.getByTestId("recovery-codes").textContent()) ?? "").split("\n");
    await page.getByTestId("recovery-codes-done").click();

    await page.getByTestId("add-passkey").click();
    await page.getByTestId("passkey-name").fill("Key on the desk");
    await page.getByTestId("second-factor-password").fill(ADA.password);
    await page.getByTestId("second-factor-go-on").click();
    await page.getByText("Key on the desk").waitFor();
    await page.getByTestId("recovery-left").filter({ hasText: "10 recovery codes are left." }).waitFor();
    await page.getByTestId("second-factor").scrollIntoViewIfNeeded();
    await lookAt(page, "second-factor-day");

    await signOut(page);
    await page.getByTestId("sign-in").click();
    await signIn(page, ADA);
    await page.getByRole("button", { name: "Use a passkey" }).waitFor();
    await lookAt(page, "second-factor-sign-in-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await lookAt(page, "second-factor-sign-in-night");
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await waitUntilSignedIn(page);

    await signOut(page);
    await page.getByTestId("sign-in").click();
    await signIn(page, ADA);
    await page.getByLabel("Code").fill(recoveryCode);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByTestId("account-menu").click();
    await page.getByTestId("menu-profile").click();
    const left = page.getByTestId("recovery-left").filter({ hasText: "recovery code" });
    await expect.poll(() => left.textContent(), { timeout: 15_000 }).toBe("9 recovery codes are left.");
  });
});

async function signOut(page: Page): Promise<void> {
  await page.getByTestId("account-menu").click();
  // The gate shows at once; then the page goes to the provider, which ends the session, and comes back.
  const returned = page.waitForEvent("load");
  await page.getByTestId("menu-sign-out").click();
  await returned;
  await page.locator("[data-gate=sign-in]").waitFor();
}
