import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const ALICE = { email: "alice@station.example", password: "correct horse battery" };

/** Runs in the page. */
const AS_IF_LONG_AGO = `localStorage.setItem("fieldstation.removals",
  localStorage.getItem("fieldstation.removals").replace(/"dueMs":\\d+/, '"dueMs":1'))`;

/** Runs in the page: lists F1 and Ctrl+K where the console leaves them to the browser. */
const NOTE_LEFT_TO_BROWSER = `window.leftToBrowser = [];
  addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (/^(F1|k)$/i.test(key) && !defaultPrevented) window.leftToBrowser.push(key);
  })`;

describe.skipIf(browserPath === undefined)("aircraft in the console", () => {
  const shown = useConsole({ access: [] });

  beforeAll(async () => {
    await shown.send("POST", "/v1/users", ALICE);
  });

  const itemOf = (page: Page, name: string) => page.getByRole("listitem", { name });

  it("keep what was typed after a tap beside the form, which only Escape and Cancel close", async () => {
    const page = await shown.open("#/aircraft", { signedIn: ALICE });
    const typed = page.getByTestId("aircraft-name");
    for (const close of ["Escape", "Cancel"]) {
      await page.getByTestId("add-aircraft").click();
      await typed.fill("Half typed");
      await page.mouse.click(20, 20);
      await page.mouse.click(20, 300);
      expect(await typed.inputValue()).toBe("Half typed");
      if (close === "Escape") await page.keyboard.press(close);
      else await page.getByRole("button", { name: close }).click();
      await typed.waitFor({ state: "detached" });
    }
  });

  it("keep what was typed while F1 shows the help over the form", async () => {
    const page = await shown.open("#/aircraft", { signedIn: ALICE });
    const typed = page.getByTestId("aircraft-name");
    await page.getByTestId("add-aircraft").click();
    await typed.fill("Half typed");
    await page.evaluate(NOTE_LEFT_TO_BROWSER);
    await page.keyboard.press("F1");
    await page.getByTestId("guide").getByRole("heading", { name: "Aircraft", exact: true }).waitFor();
    await page.keyboard.press("Control+K");
    await page.keyboard.press("Escape");
    await page.getByTestId("guide").waitFor({ state: "detached" });
    expect(await typed.inputValue()).toBe("Half typed");
    await expect.poll(() => typed.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press("Control+K");
    expect(await page.getByTestId("search-text").count()).toBe(0);
    expect(await page.evaluate("window.leftToBrowser")).toEqual([]);
  });

  it("are added with the data of their model, edited, made the default and deleted", async () => {
    const page = await shown.open("#/aircraft", { signedIn: ALICE });
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
    // What was typed survives a crash; what was not touched is as it is saved.
    await page.reload();
    await page.getByRole("button", { name: "Edit DJI Mini 2" }).click();
    await page.getByTestId("draft-restored").waitFor();
    expect(await page.getByTestId("aircraft-name").inputValue()).toBe("Red one");
    await page.getByTestId("save-aircraft").click();
    await itemOf(page, "Red one").getByText("260.5 g").waitFor();

    await page.getByRole("button", { name: "Edit Red one" }).click();
    await page.getByTestId("aircraft-name").waitFor();
    expect(await page.getByTestId("draft-restored").count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Make default: Red one" }).click();
    await itemOf(page, "Red one").getByText("Default", { exact: true }).waitFor();
    await page.getByTestId("aircraft-search").fill("mini RED");
    expect(await page.getByTestId("aircraft-item").count()).toBe(1);
    await page.getByTestId("aircraft-search").fill("blue");
    await page.getByText("No aircraft found").waitFor();
    await page.getByRole("button", { name: "Clear the search" }).click();

    await page.getByRole("button", { name: "Remove Red one" }).click();
    await page.getByText("No aircraft yet").waitFor();
    await page.getByText("Red one is removed when this message disappears.").waitFor();
    await page.getByTestId("toast-action").click();
    await itemOf(page, "Red one").waitFor();
    // Closed while it could still be undone: nothing was removed, and the console says so when it is opened again.
    await page.getByRole("button", { name: "Remove Red one" }).click();
    await page.getByTestId("toast-action").waitFor();
    await page.evaluate(AS_IF_LONG_AGO);
    await page.reload();
    await page.getByText("Red one was not removed: the console was closed before.").waitFor();
    await page.getByRole("button", { name: "Remove Red one" }).click();
    const gone = page.waitForResponse((response) => response.request().method() === "DELETE");
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    expect((await gone).ok()).toBe(true);
    await page.reload();
    await page.getByText("No aircraft yet").waitFor();
  });

  it("are deleted several at a time; each deletion can be undone, the latest also with Ctrl+Z", async () => {
    const page = await shown.open("#/aircraft", { signedIn: ALICE });
    await page.setViewportSize({ width: 1024, height: 700 });
    const names = ["One", "Two", "Three", "Four", "Five"];
    for (const name of names) {
      await page.getByTestId("add-aircraft").click();
      await page.getByTestId("aircraft-name").fill(name);
      await page.getByTestId("save-aircraft").click();
      await itemOf(page, name).waitFor();
    }
    for (const name of names) await page.getByRole("button", { name: `Remove ${name}` }).click();
    await page.getByText("No aircraft yet").waitFor();
    expect(await page.getByTestId("toast-action").count()).toBe(names.length);
    // The messages leave the page in view, and the newest is seen.
    const offers = (await page.locator(".offers").boundingBox())!;
    const newest = (await page.getByTestId("toast-action").last().boundingBox())!;
    expect(offers.height).toBeLessThan(240);
    expect(newest.y + newest.height).toBeLessThan(offers.y + offers.height);
    await saveScreenshot(page, "aircraft-undo-day");
    await page.keyboard.press("Control+Z");
    await itemOf(page, "Five").waitFor();
    await page.getByTestId("toast-action").first().click();
    await itemOf(page, "One").waitFor();
    expect(await page.getByTestId("toast-action").count()).toBe(3);
  });
});
