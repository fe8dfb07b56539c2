import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DesktopSettings } from "../../preload/contract.ts";
import { defaultSettings, settingsChange } from "./desktop-settings.rules.ts";
import { openSettings } from "./desktop-settings.ts";

describe("the settings of the app", () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "fieldstation-settings-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it("ask no server and decide nothing about closing until the person does", () => {
    expect(openSettings(folder).current).toEqual(defaultSettings);
    expect(defaultSettings).toMatchObject({ checkUpdates: false, keepReceiving: "ask" });
  });

  it("are there again at the next start, and are sent to listeners until they unsubscribe", () => {
    const settings = openSettings(folder);
    const seen: DesktopSettings[] = [];
    const stop = settings.onChange((now) => seen.push(now));
    settings.change({ keepReceiving: "yes" });
    stop();
    settings.change({ preventSleep: false });
    expect(seen).toEqual([{ ...defaultSettings, keepReceiving: "yes" }]);
    expect(openSettings(folder).current).toEqual({ ...defaultSettings, keepReceiving: "yes", preventSleep: false });
  });

  it("keep what is valid of a file that another version wrote", () => {
    writeFileSync(join(folder, "settings.json"), '{"keepReceiving":"perhaps","checkUpdates":true,"later":1}');
    expect(openSettings(folder).current).toEqual({ ...defaultSettings, checkUpdates: true });
  });

  it("get their defaults if the file was truncated", () => {
    writeFileSync(join(folder, "settings.json"), '{"keepRec');
    const settings = openSettings(folder);
    expect(settings.current).toEqual(defaultSettings);
    settings.change({ notifyAlerts: false });
    expect(JSON.parse(readFileSync(join(folder, "settings.json"), "utf8"))).toMatchObject({ notifyAlerts: false });
  });

  it("take nothing from a page that is no setting", () => {
    expect(settingsChange.safeParse({ dataDir: "/elsewhere" }).success).toBe(false);
    expect(settingsChange.safeParse({ preventSleep: "no" }).success).toBe(false);
    expect(settingsChange.safeParse({ preventSleep: false }).data).toEqual({ preventSleep: false });
  });
});
