import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "../../support/station-in-process.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { waitUntilSignedIn, type OpenOptions, type TestConsole, useConsole } from "../../support/console.ts";
import { addPeerByCode, approveSignIn } from "../../support/sign-in-by-code.ts";
import { type SyncStation, startSyncStation } from "../../sync/sync-station.ts";

const FIRST = { email: "ada@laptop.example", password: "four random words here" };

/** From the form of the first account to the dialog that asks for the cloud. */
async function createFirstAccount(shown: TestConsole, opening: OpenOptions = {}): Promise<Page> {
  const page = await shown.open("", opening);
  await page.getByTestId("first-account").waitFor();
  await page.getByLabel("E-mail address").fill(FIRST.email);
  await page.getByTestId("new-password").fill(FIRST.password);
  await page.getByTestId("repeat-password").fill(FIRST.password);
  await page.getByTestId("cloud-next").check();
  for (const mode of ["night", "day"] as const) {
    await page.emulateMedia({ colorScheme: mode === "day" ? "light" : "dark" });
    await saveScreenshot(page, `first-account-cloud-${mode}`);
  }
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByTestId("make-account").click();
  await page.getByTestId("peer-address").waitFor();
  return page;
}

/** Where something has answered until now. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

/** The laptop's own account opens it, whatever has become of the cloud. */
async function finish(page: Page): Promise<void> {
  await page.getByTestId("skip-position").click();
  await page.getByTestId("to-map").click();
  await waitUntilSignedIn(page);
  await page.getByTestId("account-menu").filter({ hasText: FIRST.email }).waitFor();
}

describe.skipIf(browserPath === undefined)("the first run with a cloud", () => {
  const shown = useConsole({ access: [] });
  let cloud: SyncStation;
  beforeAll(async () => {
    cloud = await startSyncStation({ devicePollIntervalS: 0.2 });
  });
  afterAll(async () => cloud?.[Symbol.asyncDispose]());

  it("signs in there by code once the laptop's own account is created, and shows the account", async () => {
    const page = await createFirstAccount(shown);
    await addPeerByCode(page, cloud.station.url, "Cloud");
    await approveSignIn(page, { email: "bob@field.test", password: PASSWORD });
    await page.getByTestId("first-cloud").getByText("You are signed in at Cloud as bob@field.test.").waitFor();
    for (const mode of ["night", "day"] as const) {
      await page.emulateMedia({ colorScheme: mode === "day" ? "light" : "dark" });
      await saveScreenshot(page, `first-place-cloud-${mode}`);
    }
    expect(await seriousViolations(page)).toEqual([]);
    await finish(page);
  }, 60_000);
});

describe.skipIf(browserPath === undefined)("the first run without a network", () => {
  const shown = useConsole({ access: [] });

  it("postpones the cloud, shows that, and continues", async () => {
    const page = await createFirstAccount(shown, {
      isExpected: (complaint) => complaint.includes("409 (Conflict)") && complaint.endsWith("/sign-in"),
    });
    await page.getByTestId("peer-address").fill(await closedAddress());
    await page.getByText("By code", { exact: true }).click();
    await page.getByTestId("peer-name").fill("Cloud");
    await page.getByTestId("save-peer").click();
    const dialog = page.getByRole("dialog", { name: "Sign in at Cloud" });
    expect(await dialog.getByRole("alert").textContent()).toMatch(
      /^No code could be obtained\. The peer cannot be reached: nothing answers at 127\.0\.0\.1, port \d+; check/,
    );
    await saveScreenshot(page, "first-cloud-offline-day");
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await page.getByTestId("first-cloud").getByText("Cloud was added, but you are not signed in there yet.").waitFor();
    await finish(page);
    await page.goto(`${shown.station.url}/#/sync`);
    await page.getByRole("article", { name: "Cloud" }).waitFor();
  }, 60_000);
});
