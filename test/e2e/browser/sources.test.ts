import { describe, expect, it } from "vitest";
import { browserPath } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

describe.skipIf(browserPath === undefined)("sources in the console", () => {
  const shown = useConsole();

  it("are added, switched off and removed, the last only when confirmed", async () => {
    const page = await shown.open("#/sources");
    await page.getByTestId("add-source").click();
    await page.getByTestId("kind-udp").check();
    await page.getByRole("spinbutton", { name: "Port" }).fill("70000");
    await page.getByTestId("save-source").click();
    await page.getByText("A number from 1 to 65535.").waitFor();
    await page.getByRole("spinbutton", { name: "Port" }).fill("39471");
    await page.getByRole("textbox", { name: "Name" }).fill("Roof");
    await page.getByTestId("save-source").click();

    const panel = page.getByRole("article", { name: "Roof" });
    await panel.getByText("Running").waitFor();
    await panel.getByText("127.0.0.1:39471").waitFor();
    await panel.getByRole("switch").click();
    await panel.getByText("Off", { exact: true }).waitFor();

    await panel.getByRole("button", { name: "Remove Roof" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(await panel.isVisible()).toBe(true);
    await panel.getByRole("button", { name: "Remove Roof" }).click();
    await page.getByTestId("confirm").click();
    await panel.waitFor({ state: "detached" });
  });

  it("say in words why a recording cannot be read", async () => {
    const page = await shown.open("#/sources?add=file");
    await page.getByRole("textbox", { name: /^File/ }).fill("/there/is/no/such.pcap");
    await page.getByTestId("save-source").click();
    const panel = page.getByRole("article", { name: "such.pcap" });
    await panel.locator(".error").waitFor();
    expect(await panel.locator(".error").textContent()).not.toMatch(/ENOENT|Error:|undefined/);
    await panel.getByRole("button", { name: "Remove such.pcap" }).click();
    await page.getByTestId("confirm").click();
    await panel.waitFor({ state: "detached" });
  });

  it("begin where nothing flies: the empty picture leads to adding one", async () => {
    const page = await shown.open("#/");
    await page.getByRole("button", { name: "Add a source" }).click();
    await page.getByRole("dialog", { name: "Add a source" }).waitFor();
    expect(await page.getByTestId("kind-serial").isVisible()).toBe(true);
    expect(await page.getByTestId("kind-demo").count()).toBe(0);
  });
});
