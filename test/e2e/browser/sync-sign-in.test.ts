import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "../../support/station-in-process.ts";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { addPeerByCode, approveSignIn } from "../../support/sign-in-by-code.ts";
import { type SyncStation, startSyncStation } from "../../sync/sync-station.ts";

/** A station in the field with its console, and another one as its cloud. */
describe.skipIf(browserPath === undefined)("the sign-in at a peer", () => {
  const shown = useConsole();
  let cloud: SyncStation;
  beforeAll(async () => {
    // The console of the field asks the cloud for the sign-in by code: five seconds apart unless it says otherwise.
    cloud = await startSyncStation({ devicePollIntervalS: 0.2 });
  });
  afterAll(async () => cloud?.[Symbol.asyncDispose]());

  it("signs in by code on another page, and ends by itself", async () => {
    const page = await shown.open("#/sync?add=yes");
    await addPeerByCode(page, cloud.station.url, "By code");
    expect(await page.getByTestId("sign-in-code").textContent()).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect(await page.getByTestId("sign-in-left").textContent()).toContain("Valid for");
    await saveScreenshot(page, "sync-sign-in-day");
    await approveSignIn(page, { email: "bob@field.test", password: PASSWORD });
    await page.getByText("You are signed in at By code.").waitFor();
    expect(await page.getByTestId("sign-in-code").count()).toBe(0);
    await page.getByRole("article", { name: "By code" }).getByText("bob@field.test").waitFor();
  });
});
