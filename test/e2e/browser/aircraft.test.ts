import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { signIn, useConsole } from "../../support/console.ts";

const ALICE = { email: "alice@station.example", password: "correct horse battery" };

describe.skipIf(browserPath === undefined)("aircraft in the console", () => {
  const shown = useConsole({ access: [] });

  beforeAll(async () => {
    await shown.send("POST", "/v1/users", ALICE);
  });

  async function openSignedIn(address: string): Promise<Page> {
    const page = await shown.open(address);
    await page.getByTestId("sign-in").click();
    await signIn(page, ALICE);
    await page.getByTestId("account-menu").waitFor();
    return page;
  }

  const itemOf = (page: Page, name: string) => page.getByRole("listitem", { name });

  it("are added with what their model is known for, edited, made the default and deleted", async () => {
    const page = await openSignedIn("#/aircraft");
    await page.getByText("No aircraft yet").waitFor();
    await page.getByTestId("add-aircraft").click();
    await page.getByTestId("aircraft-weightG").fill("much");
    await page.getByTestId("save-aircraft").click();
    await page.getByText("A number from 0 to").waitFor();
    await page.getByTestId("aircraft-vendor").selectOption({ label: "DJI" });
    await page.getByTestId("aircraft-model").selectOption({ label: "Mini 2" });
    expect(await page.getByTestId("aircraft-weightG").inputValue()).toBe("242");
    await page.getByTestId("save-aircraft").click();
    await itemOf(page, "DJI Mini 2").getByText("31 min").waitFor();

    await page.getByRole("button", { name: "Edit DJI Mini 2" }).click();
    expect(await page.getByTestId("aircraft-vendor").locator("option:checked").textContent()).toBe("DJI");
    await page.getByTestId("aircraft-name").fill("Red one");
    await page.getByTestId("aircraft-weightG").fill("260.5");
    await page.getByTestId("save-aircraft").click();
    await itemOf(page, "Red one").getByText("260.5 g").waitFor();

    await page.getByRole("button", { name: "Make default: Red one" }).click();
    await itemOf(page, "Red one").getByText("Default", { exact: true }).waitFor();
    await page.getByTestId("aircraft-search").fill("mini RED");
    expect(await page.getByTestId("aircraft-item").count()).toBe(1);
    await page.getByTestId("aircraft-search").fill("blue");
    await page.getByText("No aircraft of that name").waitFor();
    await page.getByRole("button", { name: "Clear the search" }).click();

    await page.getByRole("button", { name: "Delete Red one" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(await itemOf(page, "Red one").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Delete Red one" }).click();
    await page.getByTestId("confirm").click();
    await page.getByText("No aircraft yet").waitFor();
  });
});
