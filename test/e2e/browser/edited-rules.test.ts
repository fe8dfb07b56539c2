import { beforeAll, describe, expect, it } from "vitest";
import type { AlertRule } from "../../../server/contracts/alerts.ts";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { pushFlight } from "../../support/flights.ts";

const RULE = { severity: "info", sound: false, notify: false } as const;

describe.skipIf(browserPath === undefined)("alert rules that are edited and tested", () => {
  const shown = useConsole();
  let high: AlertRule;

  beforeAll(async () => {
    const rule = (name: string, heightM: number) =>
      shown.send<AlertRule>("POST", "/station/v1/alert-rules", {
        ...RULE,
        ...{ name, kind: "height_above", metres: heightM, reference: "ATO" },
      });
    high = await rule("High", 50);
    await rule("Very high", 500);
    await pushFlight(shown.station.url, {
      ...{ serial: "1596F350457791151077", radio: "31", sensor: "ROOF", technology: "wifi_beacon" },
      ...{ latitude: 47.07, endMs: Date.now(), heightM: 80, points: 3 },
    });
  });

  it("are replaced in the form by a new rule, and stay unchanged when the new rule is saved", async () => {
    const page = await shown.open(`#/alerts/rules/${high.id}`);
    const name = page.getByTestId("rule-name");
    await expect.poll(() => name.inputValue()).toBe("High");
    await page.keyboard.press("Control+k");
    await page.getByTestId("search-text").fill("New alert rule");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New rule" }).waitFor();
    expect(await name.inputValue()).toBe("");

    await page.getByTestId("rule-kind").selectOption("height_above");
    await name.fill("New one");
    await page.getByLabel("Height (m)").fill("90");
    await page.getByTestId("save-rule").click();
    await page.getByTestId("rules").getByText("New one").waitFor();
    const kept = await (await fetch(`${shown.station.url}/station/v1/alert-rules/${high.id}`)).json();
    expect(kept).toMatchObject({ name: "High", metres: 50 });
  });

  it("show the result of a test only below the rule and the time that were tested", async () => {
    const page = await shown.open("#/alerts");
    const testOf = (name: string) =>
      page
        .getByTestId("rule")
        .filter({ has: page.getByText(name, { exact: true }) })
        .getByTestId("test-rule");
    let answerFirst = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    let isFirst = true;
    const answered = page.waitForEvent("requestfailed", (request) => request.url().includes(high.id));
    await page.route("**/alert-rules/*/test", async (route) => {
      if (isFirst) {
        isFirst = false;
        await held;
      }
      // The page may not wait for it any more.
      await route.continue().catch(() => undefined);
    });

    await testOf("High").click();
    await page.getByTestId("run-test").click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await testOf("Very high").click();
    expect(await page.getByTestId("run-test").isEnabled()).toBe(true);
    await answered;
    answerFirst();
    await page.getByTestId("run-test").click();
    await page.getByTestId("test-result").getByText("It would have raised no alert.").waitFor();
    await page.getByText("Last hour", { exact: true }).click();
    await page.getByTestId("test-result").waitFor({ state: "detached" });
  });
});
