import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Source } from "../../../server/contracts/sources.ts";
import { checksumOf } from "../../../server/ingest/codecs/nmea.decode.ts";
import { browserPath, saveScreenshot, seriousViolations } from "../../support/browser.ts";
import { useConsole } from "../../support/console.ts";
import { chooseLanguage } from "../../support/screen-page.ts";
import { connectSerialCable, hasSocat } from "../../support/serial-cable.ts";
import { cutOffInStrip } from "../../support/top-strip.ts";

const ODID = {
  BasicID: [{ UASID: "1596F350457791151077", IDType: 1, UAType: 2 }],
  Location: { Status: 2, Latitude: 47.07, Longitude: 15.43 },
};

describe.skipIf(browserPath === undefined)("sources in the console", () => {
  const shown = useConsole();

  it("are added, edited, switched off and removed, which can be undone", async () => {
    const page = await shown.open("#/sources");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByTestId("add-source").click();
    // The form is longer than the window: its buttons stay in view.
    const save = (await page.getByTestId("save-source").boundingBox())!;
    expect(save.y + save.height).toBeLessThan(800);
    await saveScreenshot(page, "add-source-day");
    await page.getByTestId("kind-udp").check();
    await page.getByRole("spinbutton", { name: "Port" }).fill("70000");
    await page.getByTestId("save-source").click();
    await page.getByText("A number from 1 to 65535.").waitFor();
    await page.getByRole("spinbutton", { name: "Port" }).fill("39471");
    await page.getByRole("textbox", { name: "Name" }).fill("Mast");
    await page.getByTestId("save-source").click();
    await page.getByRole("article", { name: "Mast" }).getByText("127.0.0.1:39471").waitFor();

    await page.getByRole("button", { name: "Edit Mast" }).click();
    expect(await page.getByTestId("source-name").inputValue()).toBe("Mast");
    await page.getByRole("spinbutton", { name: "Port" }).fill("0");
    await page.getByTestId("save-source").click();
    await page.getByText("A number from 1 to 65535.").waitFor();
    await page.getByRole("spinbutton", { name: "Port" }).fill("39472");
    await page.getByTestId("source-name").fill("Roof");
    await page.getByTestId("save-source").click();
    await page.getByText("Roof was changed.").waitFor();
    const panel = page.getByRole("article", { name: "Roof" });
    await panel.getByText("Running").waitFor();
    await panel.getByText("127.0.0.1:39472").waitFor();
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
    await page.getByText("Roof is removed when this message disappears.").waitFor();
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
    await saveScreenshot(page, "add-rider-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "add-rider-night");
  });

  it("connect to a broker and to network services, report what is wrong, and show no password again", async () => {
    const page = await shown.open("#/sources?add=mqtt", { pace: 4 });
    await page.getByTestId("source-mqtt-url").fill("mqtt://name:secret@127.0.0.1");
    await page.getByTestId("save-source").click();
    await page.getByText("An address such as mqtt://host:1883, without a name and password in it.").waitFor();
    // Nobody listens at the port of discarding.
    await page.getByTestId("source-mqtt-url").fill("mqtt://127.0.0.1:9");
    await page.getByTestId("source-topic").fill("rid/#");
    await page.getByTestId("source-username").fill("roof");
    await page.getByTestId("source-password").fill("very-secret");
    await saveScreenshot(page, "add-mqtt-day");
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByTestId("save-source").click();
    const panel = page.getByRole("article", { name: "mqtt://127.0.0.1:9 rid/#" });
    await panel.getByText("The broker 127.0.0.1:9 cannot be reached: nothing answers there.").waitFor();
    expect(await page.content()).not.toContain("very-secret");

    const password = page.getByTestId("source-password");
    const topicAndPassword = async () => {
      const all = (await (await fetch(`${shown.station.url}/station/v1/sources`)).json()) as readonly Source[];
      const { settings } = all.find(({ name }) => name === "mqtt://127.0.0.1:9 rid/#")!;
      return settings.kind === "mqtt" ? [settings.topic, settings.has_password] : [];
    };
    await panel.getByTestId("edit-source").click();
    await page.getByText("A secret is stored and never shown.").waitFor();
    expect([await password.inputValue(), await page.getByTestId("source-username").inputValue()]).toEqual(["", "roof"]);
    await page.getByTestId("source-topic").fill("rid/roof");
    await saveScreenshot(page, "edit-source-day");
    await page.getByTestId("save-source").click();
    await expect.poll(topicAndPassword).toEqual(["rid/roof", true]);
    // It is not sent to another address.
    await panel.getByTestId("edit-source").click();
    await page.getByTestId("source-mqtt-url").fill("mqtt://127.0.0.1:10");
    await page.getByTestId("save-source").click();
    await expect.poll(topicAndPassword).toEqual(["rid/roof", false]);
    await panel.getByRole("button", { name: /^Remove / }).click();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await panel.waitFor({ state: "detached" });

    await page.getByTestId("add-source").click();
    await page.getByTestId("kind-netrid").check();
    await page.getByTestId("region-place").fill("47.0700, 15.4300");
    await page.getByTestId("region-km").fill("50");
    await page.getByTestId("source-dss-url").fill("https://dss.example");
    await page.getByTestId("save-source").click();
    await page.getByText("services answer for small regions only").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "add-netrid-night");
  });

  it.skipIf(!hasSocat)("read the position of the station from a GNSS receiver, and the map shows it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fieldstation-place-"));
    const cable = await connectSerialCable(join(folder, "gnss"));
    const content = "GPGGA,101010,4704.2000,N,01525.8000,E,1,09,0.9,353.4,M,46.0,M,,";
    const sentence = Buffer.from(`$${content}*${checksumOf(content).toString(16).padStart(2, "0")}\r\n`);
    const sending = setInterval(() => void cable.send(sentence), 500);
    onTestFinished(async () => {
      clearInterval(sending);
      await cable.unplug();
      rmSync(folder, { recursive: true });
    });
    const page = await shown.open(`#/sources?add=position&path=${encodeURIComponent(cable.port)}`, { pace: 4 });
    await page.getByTestId("source-position-by").selectOption("serial");
    await saveScreenshot(page, "add-position-day");
    await page.getByTestId("save-source").click();
    const panel = page.getByRole("article", { name: "Own position" });
    await panel.getByText(/^47\.07000, 15\.43000 · 353\sm above sea level · \d+\ss ago$/).waitFor();
    const push = page.getByRole("article", { name: "HTTP push" });
    await push.getByRole("switch", { name: "HTTP push: stands with the station" }).click();
    await push.getByRole("switch", { name: "HTTP push: stands with the station", checked: true }).waitFor();
    await saveScreenshot(page, "own-position-day");
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "own-position-night");
    expect(await seriousViolations(page)).toEqual([]);

    const map = await shown.open("#/?at=47.07,15.44,12");
    await map.getByRole("button", { name: "Map tools" }).click();
    const tools = map.getByTestId("map-tools");
    await tools.getByText(/^From the station's receiver, \d+\ss ago\.$/).waitFor();
    expect(await tools.getByTestId("my-place").textContent()).toBe("47.07000, 15.43000");
    await saveScreenshot(map, "own-place-day");
    await tools.getByRole("button", { name: "Set to the middle of the map" }).click();
    await tools.getByText(/^From the station's receiver/).waitFor({ state: "detached" });
    await tools.getByRole("switch", { name: "Use the station's receiver" }).click();
    await tools.getByText(/^From the station's receiver/).waitFor();
    const sources = (await (await fetch(`${shown.station.url}/station/v1/sources`)).json()) as readonly Source[];
    for (const { id, settings } of sources) {
      if (settings.kind === "position")
        await fetch(`${shown.station.url}/station/v1/sources/${id}`, { method: "DELETE" });
    }
  });

  it("explain why a recording cannot be read", async () => {
    const page = await shown.open("#/sources?add=file");
    await page.getByRole("textbox", { name: /^File/ }).fill("/there/is/no/such.pcap");
    await page.getByTestId("save-source").click();
    const panel = page.getByRole("article", { name: "such.pcap" });
    await panel.locator(".error").waitFor();
    expect(await panel.locator(".error").textContent()).not.toMatch(/ENOENT|Error:|undefined/);
    // The station says it in English; the console says the same in its language, also when that is changed.
    await chooseLanguage(page, "de");
    await panel.getByText("Die Datei such.pcap ist nicht da.").waitFor();
    await chooseLanguage(page, "cs");
    await panel.getByText("Soubor such.pcap tam není.").waitFor();
    await chooseLanguage(page, "en");
    await panel.getByRole("button", { name: "Remove such.pcap" }).click();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await page.getByText("such.pcap was removed.").waitFor();
  });

  it("never contradict each other: a station that waits for pushes is not one without a receiver", async () => {
    const page = await shown.open("#/?at=47.07,15.44,12");
    await page.getByText("The station waits for receivers that push data to it").waitFor();
    await page.getByTestId("sources-state").filter({ hasText: "Waiting for pushes" }).waitFor();
    expect(await page.getByTestId("sources-state").textContent()).toContain("Waiting for pushes");
    expect(await page.getByText("no receiver").count()).toBe(0);
  });

  it("are added from the empty live page", async () => {
    const page = await shown.open("#/?at=47.07,15.44,12");
    await page.getByRole("button", { name: "Add a source" }).click();
    await page.getByRole("dialog", { name: "Add a source" }).waitFor();
    expect(await page.getByTestId("kind-serial").isVisible()).toBe(true);
    expect(await page.getByTestId("kind-demo").count()).toBe(0);
  });

  it("show in the strip of every page what they receive, what they refuse and when the last frame came", async () => {
    const good = { sn: "roof", tech: "wifi_beacon", mac: "02:00:5e:00:00:01", odid: ODID };
    const bad = { ...good, odid: { ...ODID, Location: { Longitude: 15.43 } } };
    const lines = [good, good, good, bad].map((one) => JSON.stringify({ ...one, timestamp: new Date().toISOString() }));
    const page = await shown.open("#/settings", { pace: 4 });
    const push = page.getByTestId("source-strip").getByRole("listitem");
    await push.getByText(/^0\.0\/s · no frame yet$/).waitFor();
    await shown.send("POST", "/station/v1/ingest/scout", lines.join("\n"));
    await push.getByText(/^\d\.\d\/s · 25\s% refused · \d+\ss ago$/).waitFor();
    expect(await push.getByText(/frames per second, 25\s% refused, last frame/).count()).toBe(1);
    await saveScreenshot(page, "strip-day");
    expect(await seriousViolations(page)).toEqual([]);
  });

  it("are shown in the strip completely or not at all, also beside the longest states and in a small window", async () => {
    for (const name of ["Roof", "Receiver of the northern hangar, antenna 2", "Van"]) {
      const settings = { kind: "file", path: `/there/is/no/${name}.pcap` };
      await shown.send("POST", "/station/v1/sources", { name, settings });
    }
    for (const mode of ["day", "night"] as const) {
      for (const width of [1280, 1024]) {
        const page = await shown.open("#/settings", { width, mode });
        await page.getByTestId("more-sources").waitFor();
        // What has no room is left out once the browser has said how wide the strip is.
        await expect.poll(async () => [width, await cutOffInStrip(page)]).toEqual([width, []]);
        await saveScreenshot(page, `strip-${width}-${mode}`);
        expect(await seriousViolations(page)).toEqual([]);
      }
    }
  });
});

describe.skipIf(browserPath === undefined)("a recording on the computer of the browser", () => {
  const shown = useConsole();

  it("is copied to the station, survives a reload of the form, and is replayed", async () => {
    const page = await shown.open("#/sources?add=file");
    const line = JSON.stringify({ sn: "roof", tech: "wifi_beacon", mac: "02:00:5e:00:00:09", odid: ODID });
    const file = { name: "morning.jsonl", mimeType: "application/octet-stream", buffer: Buffer.from(line) };
    await page.getByTestId("source-upload").setInputFiles(file);
    await expect.poll(() => page.getByTestId("source-file").inputValue()).toMatch(/morning\.jsonl$/);
    expect(await seriousViolations(page)).toEqual([]);
    await page.reload();
    await page.getByTestId("draft-restored").waitFor();
    await page.getByTestId("save-source").click();
    const panel = page.getByRole("article", { name: "morning.jsonl" });
    await panel.getByText("1 frame", { exact: true }).waitFor();

    // What it takes stands where the storage is shown; so does the packing, which no test's station is long enough at.
    await page.route("**/station/v1/info", async (route) => {
      const answer = await route.fetch();
      const packing = { packed_records: 12_345, track: 30, last_track: 40 };
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), packing } });
    });
    await page.goto(`${shown.station.url}/#/settings`);
    await page.reload();
    await page.getByTestId("disk-uploaded").getByText("not in backups").waitFor();
    await page.getByTestId("disk-packing").getByText("75 % of the tracks, 12,345 records so far").waitFor();
    await page.getByTestId("disk-packing").scrollIntoViewIfNeeded();
    expect(await seriousViolations(page)).toEqual([]);
    await saveScreenshot(page, "storage-day");
    await page.unrouteAll();

    await page.getByTestId("nav-sources").click();
    await panel.getByRole("button", { name: "Remove morning.jsonl" }).click();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await page.getByText("morning.jsonl was removed.").waitFor();
    expect(await panel.count()).toBe(0);
  });
});
