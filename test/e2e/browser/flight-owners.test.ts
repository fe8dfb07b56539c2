import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { PLAN } from "../../api/flights-station.ts";
import { PASSWORD, startStationInProcess, type StationInProcess } from "../../support/station-in-process.ts";
import { browserPath, openPage, useBrowser } from "../../support/browser.ts";
import { signIn } from "../../support/console.ts";

const ROOT = "root@station.example";
const ADA = "ada@station.example";
const BOB = "bob@station.example";

/** A station of several people, and the flights that one of them sees in a real browser. */
describe.skipIf(browserPath === undefined)("flights of several people", () => {
  let station: StationInProcess;
  let bobId: string;

  beforeAll(async () => {
    const rendererDir = inject("builtConsole");
    station = await startStationInProcess({ rendererDir });
    const ids = new Map<string, string>();
    for (const email of [ROOT, ADA, BOB]) ids.set(email, (await station.register(email)).id);
    bobId = ids.get(BOB)!;
    const { access_token: asAda } = await station.signIn(ADA);
    const { access_token: asBob } = await station.signIn(BOB);
    for (const [token, callsign_used, more] of [
      [asAda, "ADA-OWN", {}],
      [asBob, "BOB-OPEN", {}],
      [asBob, "BOB-HIDDEN", { visibility: "private" }],
      [asBob, "FOR-BOB", { visibility: "private", pilot: ids.get(ADA) }],
    ] as const) {
      const body = { ...PLAN, callsign_used, ...more };
      const { status } = await station.call("POST", "/v1/flights", { token, body });
      if (status !== 200) throw new Error(`${callsign_used} could not be planned: ${status}`);
    }
  });
  afterAll(async () => {
    await station?.[Symbol.asyncDispose]();
  });

  it("are the user's own by default; the address keeps the choice of those flown for others, or of all", async () => {
    const { page, context, complaints } = await openPage(await useBrowser());
    onTestFinished(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });
    await page.goto(`${station.url}/#/flights`);
    await page.getByTestId("sign-in").click();
    await signIn(page, { email: ADA, password: PASSWORD });

    const flights = page.getByTestId("flights");
    const names = async () => (await flights.locator("strong").allTextContents()).toSorted();
    await expect.poll(names, { timeout: 15_000 }).toEqual(["ADA-OWN"]);
    await page.getByTestId("flight-whose").selectOption({ label: "Flown by me" });
    await expect.poll(names).toEqual(["ADA-OWN", "FOR-BOB"]);
    await page.getByTestId("flight-whose").selectOption({ label: "Everybody's" });
    await expect.poll(names).toEqual(["ADA-OWN", "BOB-OPEN", "FOR-BOB"]);
    await expect.poll(() => page.url()).toContain("whose=all");
    await page.reload();
    await expect.poll(names, { timeout: 15_000 }).toEqual(["ADA-OWN", "BOB-OPEN", "FOR-BOB"]);
    await page.getByTestId("flight-whose").selectOption({ label: "Mine" });
    await expect.poll(names).toEqual(["ADA-OWN"]);
    await expect.poll(() => page.url()).not.toContain("whose");

    // Who plans for somebody else names the pilot, by id where accounts are not listed.
    await page.getByTestId("plan-flight").click();
    await page.getByTestId("plan-add-point").click();
    await page.getByTestId("plan-ceiling").fill("480");
    await page.getByTestId("plan-callsign").fill("BOB-FLIES");
    await page.getByTestId("plan-pilot").fill("Bob");
    await page.getByTestId("plan-save").click();
    await page.getByText("An account id looks like").waitFor();
    await page.getByTestId("plan-pilot").fill(bobId);
    await page.getByTestId("plan-save").click();
    await page.getByTestId("confirm").click();
    await page.getByRole("heading", { level: 1, name: "BOB-FLIES" }).waitFor();
    const { access_token: token } = await station.signIn(BOB);
    const { body } = await station.call("GET", `/v1/flights?pilot=${bobId}`, { token });
    expect((body as readonly { readonly callsign_used: string }[]).map((one) => one.callsign_used)).toContain(
      "BOB-FLIES",
    );
  }, 60_000);
});
