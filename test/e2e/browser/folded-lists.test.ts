import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByTestId("search-text").fill(name);
  await page.getByRole("option", { name, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByTestId("search-text").waitFor({ state: "detached" });
}

describe.skipIf(browserPath === undefined)("folded lists", () => {
  const shown = useConsole({ demo: true });

  it("render no rows", async () => {
    const page = await shown.open("#/?at=47.07,15.44,12", { width: 1280, height: 640 });
    await page.locator("[data-testid=aircraft-list] [aria-posinset='8']").waitFor();
    await runCommand(page, "Fold or show the list");
    await page.getByRole("region", { name: "Aircraft in view" }).waitFor({ state: "hidden" });
    await page.evaluate(`{
      window.addedRows = 0;
      const count = (changes) => { for (const { addedNodes } of changes) window.addedRows += addedNodes.length; };
      new MutationObserver(count).observe(document.querySelector("[data-testid=aircraft-list] .extent"), {
        childList: true, subtree: true, characterData: true,
      });
      window.textBefore = document.querySelector("[data-testid=aircraft-list]").textContent;
    }`);
    await page.waitForTimeout(3_000);
    expect(
      await page.evaluate(`document.querySelector("[data-testid=aircraft-list]").textContent === window.textBefore`),
    ).toBe(true);
    expect(await page.evaluate("window.addedRows")).toBe(0);
    await page.getByTestId("list-unfold").click();
    await expect
      .poll(() =>
        page.evaluate(`document.querySelector("[data-testid=aircraft-list]").textContent === window.textBefore`),
      )
      .toBe(false);
  });

  it("keep the list of the log in view while operations are merged, and the focus after it", async () => {
    const page = await shown.open("#/log?period=hour");
    const table = page.getByTestId("log-table");
    await table.locator("tbody tr").first().click();
    await page.getByTestId("operation-card").waitFor();
    await runCommand(page, "Fold or show the list");
    await table.waitFor({ state: "hidden" });
    await Promise.all([page.waitForResponse(/\/access$/), page.getByTestId("operation-menu").click()]);
    await page.getByTestId("merge").click();
    await table.waitFor();
    await runCommand(page, "Fold or show the list");
    await page.getByText("The list stays in view while operations are merged.").waitFor();
    expect(await table.isVisible()).toBe(true);
    await page.getByTestId("merge-bar").getByRole("button", { name: "Cancel" }).press("Enter");
    await table.waitFor({ state: "hidden" });
    await expect.poll(() => page.evaluate("document.activeElement?.dataset.testid")).toBe("list-unfold");
  });
});
