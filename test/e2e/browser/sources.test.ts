import { describe, expect, it } from "vitest";
import { browserPath, keepScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { cutOffInStrip } from "../../support/top-strip.ts";

const ODID = {
  BasicID: [{ UASID: "1596F350457791151077", IDType: 1, UAType: 2 }],
  Location: { Status: 2, Latitude: 47.07, Longitude: 15.43 },
};

describe.skipIf(browserPath === undefined)("sources in the console", () => {
  const shown = useConsole();

  it("are added, switched off and removed, which can be undone", async () => {
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
    await panel.getByRole("switch").click();
    await panel.getByText("Running").waitFor();

    await panel.getByRole("button", { name: "Remove Roof" }).click();
    await panel.waitFor({ state: "detached" });
    await page.getByTestId("toast-action").click();
    await panel.getByText("Running").waitFor();
    await panel.getByRole("switch").click();
    await panel.getByText("Off", { exact: true }).waitFor();
    await panel.getByRole("button", { name: "Remove Roof" }).click();
    await page.getByText("Roof is removed when this message goes.").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await page.getByText("Roof was removed.").waitFor();
    expect(await panel.count()).toBe(0);
  });

  it("offer the protocol of a RIDER, at the speed that it uses", async () => {
    const page = await shown.open("#/sources?add=serial");
    const speed = page.getByRole("combobox", { name: "Bits per second" });
    expect(await speed.inputValue()).toBe("57600");
    await page.getByTestId("serial-protocol").selectOption("rider");
    expect(await speed.inputValue()).toBe("115200");
    expect(await page.getByRole("switch", { name: /Repair line endings/ }).count()).toBe(0);
    await keepScreenshot(page, "add-rider-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await keepScreenshot(page, "add-rider-night");
  });

  it("say in words why a recording cannot be read", async () => {
    const page = await shown.open("#/sources?add=file");
    await page.getByRole("textbox", { name: /^File/ }).fill("/there/is/no/such.pcap");
    await page.getByTestId("save-source").click();
    const panel = page.getByRole("article", { name: "such.pcap" });
    await panel.locator(".error").waitFor();
    expect(await panel.locator(".error").textContent()).not.toMatch(/ENOENT|Error:|undefined/);
    await panel.getByRole("button", { name: "Remove such.pcap" }).click();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await page.getByText("such.pcap was removed.").waitFor();
  });

  it("never contradict each other: a station that waits for pushes is not one without a receiver", async () => {
    const page = await shown.open("#/");
    await page.getByText("The station waits for what is pushed to it").waitFor();
    await page.getByTestId("sources-state").filter({ hasText: "Waiting for pushes" }).waitFor();
    expect(await page.getByTestId("sources-state").textContent()).toContain("Waiting for pushes");
    expect(await page.getByText("no receiver").count()).toBe(0);
  });

  it("begin where nothing flies: the empty picture leads to adding one", async () => {
    const page = await shown.open("#/");
    await page.getByRole("button", { name: "Add a source" }).click();
    await page.getByRole("dialog", { name: "Add a source" }).waitFor();
    expect(await page.getByTestId("kind-serial").isVisible()).toBe(true);
    expect(await page.getByTestId("kind-demo").count()).toBe(0);
  });

  it("say in the strip of every page what they receive, what they refuse and when the last frame came", async () => {
    const good = { sn: "roof", tech: "wifi_beacon", mac: "02:00:5e:00:00:01", odid: ODID };
    const bad = { ...good, odid: { ...ODID, Location: { Longitude: 15.43 } } };
    const lines = [good, good, good, bad].map((one) => JSON.stringify({ ...one, timestamp: new Date().toISOString() }));
    const page = await shown.open("#/settings");
    const push = page.getByTestId("source-strip").getByRole("listitem");
    await push.getByText(/^0\.0\/s · no frame yet$/).waitFor();
    await shown.send("POST", "/station/v1/ingest/scout", lines.join("\n"));
    await push.getByText(/^\d\.\d\/s · 25\s% refused · \d+\ss ago$/).waitFor();
    expect(await push.getByText(/frames per second, 25\s% refused, last frame/).count()).toBe(1);
    await keepScreenshot(page, "strip-day");
    expect(await seriousViolations(page)).toEqual([]);
  });

  it("stand in the strip whole or not at all, also beside the longest states and in a small window", async () => {
    for (const name of ["Roof", "Receiver of the northern hangar, antenna 2", "Van"]) {
      const settings = { kind: "file", path: `/there/is/no/${name}.pcap` };
      await shown.send("POST", "/station/v1/sources", { name, settings });
    }
    for (const mode of ["day", "night"] as const) {
      for (const width of [1280, 1024]) {
        const page = await shown.open("#/settings", { width, mode });
        await page.getByTestId("more-sources").waitFor();
        expect([width, await cutOffInStrip(page)]).toEqual([width, []]);
        await keepScreenshot(page, `strip-${width}-${mode}`);
        expect(await seriousViolations(page)).toEqual([]);
      }
    }
  });
});
