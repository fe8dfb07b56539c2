import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { browserPath, saveScreenshot } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";

const ODID = {
  BasicID: [{ UASID: "1596F350457791151077", IDType: 1, UAType: 2 }],
  Location: { Status: 2, Latitude: 47.07, Longitude: 15.43 },
};

/** A ground station: a UDP port that counts the aircraft it has received. */
async function groundStation(port = 0): Promise<{ readonly socket: Socket; readonly port: number; reports: number }> {
  const socket = createSocket("udp4");
  const station = { socket, port: 0, reports: 0 };
  // A heartbeat alone is shorter.
  socket.on("message", ({ length }) => void (station.reports += length > 50 ? 1 : 0));
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  station.port = socket.address().port;
  return station;
}

describe.skipIf(browserPath === undefined)("outputs in the console", () => {
  const shown = useConsole();

  it("are added, show when their receiver is lost and comes back, are edited and removed", async () => {
    const first = await groundStation();
    const detection = { sn: "roof", tech: "wifi_beacon", mac: "02:00:5e:00:00:01", odid: ODID };
    const receive = () =>
      shown.send("POST", "/station/v1/ingest/scout", { ...detection, timestamp: new Date().toISOString() });
    const page = await shown.open("#/outputs", { pace: 4 });
    await page.getByTestId("add-output").click();
    await page.getByTestId("output-kind-mavlink").check();
    await page.getByTestId("output-port").fill("70000");
    await page.getByTestId("save-output").click();
    await page.getByText("A number from 1 to 65535.").waitFor();
    await page.getByTestId("output-port").fill(String(first.port));
    await page.getByTestId("output-name").fill("Ground station");
    await page.getByTestId("save-output").click();

    const panel = page.getByRole("article", { name: "Ground station" });
    await panel.getByText("Running").waitFor();
    await receive();
    await expect.poll(() => first.reports).toBe(1);
    await panel.getByText("1 record", { exact: true }).waitFor();
    // More than once a second: what came in between is combined.
    const combined = panel.getByTestId("output-coalesced");
    expect(await combined.textContent()).toMatch(/^\s*none\s*$/);
    await expect
      .poll(async () => {
        await receive();
        return combined.textContent();
      })
      .toMatch(/^\s*\d+\s*$/);
    await saveScreenshot(page, "outputs-day");
    first.socket.close();
    await panel.getByText("Waiting to retry").waitFor();
    await panel.getByText(`Nothing receives at 127.0.0.1, port ${first.port}.`).waitFor();
    await receive();
    const again = await groundStation(first.port);
    onTestFinished(() => void again.socket.close());
    await expect.poll(() => again.reports, { timeout: 60_000 }).toBeGreaterThan(0);
    await panel.getByText("Running").waitFor();

    expect(await page.getByText(/ECONNREFUSED|fetch failed|bad port/).count()).toBe(0);
    await page.getByRole("button", { name: "Edit Ground station" }).click();
    await page.getByTestId("output-technology").selectOption("bluetooth_legacy");
    await page.getByTestId("save-output").click();
    await panel.getByText("Only: Bluetooth 4").waitFor();
    await page.getByRole("button", { name: "Remove Ground station" }).click();
    await panel.waitFor({ state: "detached" });
    await page.getByTestId("toast-action").click();
    await panel.getByText("Running").waitFor();
    await page.getByRole("button", { name: "Remove Ground station" }).click();
    await page.getByText("Ground station is removed when this message disappears.").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await page.getByText("Ground station was removed.").waitFor();
    expect(await panel.count()).toBe(0);

    await page.getByTestId("add-output").click();
    await page.getByTestId("output-kind-webhook").check();
    await page.getByTestId("output-url").fill("http://127.0.0.1:9/hook");
    await page.getByTestId("save-output").click();
    await page.getByText("Required.").waitFor();
    await page.getByTestId("make-secret").click();
    expect(await page.getByTestId("output-secret").inputValue()).toMatch(/^[\da-f]{64}$/);
    await page.getByTestId("output-event-operation").check();
    await page.reload();
    await page.getByTestId("draft-restored").waitFor();
    expect(await page.getByTestId("output-url").inputValue()).toBe("http://127.0.0.1:9/hook");
    expect(await page.getByTestId("output-event-operation").isChecked()).toBe(true);
    // A secret is not kept where every program can read it.
    expect(await page.getByTestId("output-secret").inputValue()).toBe("");
    await page.getByTestId("make-secret").click();
    await page.getByTestId("save-output").click();
    await page.getByRole("article", { name: "127.0.0.1:9" }).waitFor();
    await page.getByTestId("edit-output").click();
    expect(await page.getByTestId("output-secret").inputValue()).toBe("");
    expect(await page.getByTestId("output-event-operation").isChecked()).toBe(true);
  });
});
