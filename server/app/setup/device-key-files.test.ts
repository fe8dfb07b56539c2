import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeDataDir } from "../../storage/data-dir.fixture.ts";
import { recoverySheet } from "../../setup/dronetag/recovery-sheet.ts";
import { createDeviceKeyFiles } from "./device-key-files.ts";

const NOON_MS = Date.UTC(2026, 5, 1, 12);
const identity = { product: "Mini", firmware: "2.4", serial_number: "DT-1", hardware: null, device_type: 0 };
const keyOf = (first: number) => Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? first : at));

describe("the keys of locked devices", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = makeDataDir("keys");
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it("are in a recovery sheet that only its owner reads, and are found again", () => {
    const keys = createDeviceKeyFiles(dataDir, recoverySheet, () => NOON_MS);
    expect(keys.find("DT-1")).toBeUndefined();
    const path = keys.save("DT-1", identity, keyOf(7));
    expect(path.startsWith(dataDir)).toBe(true);
    expect(readFileSync(path, "utf8")).toContain("DT-1");
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    expect([...(keys.find("DT-1") ?? [])]).toEqual([...keyOf(7)]);
    expect(keys.find("DT-2")).toBeUndefined();
  });

  it("are never lost to a later one, and never written outside of their folder", () => {
    const keys = createDeviceKeyFiles(dataDir, recoverySheet, () => NOON_MS);
    keys.save("../DT 1", identity, keyOf(1));
    keys.save("../DT 1", identity, keyOf(2));
    expect(keys.find("../DT 1")?.[0]).toBe(2);
    const files = readdirSync(join(dataDir, "device-keys"));
    expect(files).toHaveLength(2);
    const texts = files.map((file) => readFileSync(join(dataDir, "device-keys", file), "utf8"));
    for (const first of [1, 2]) {
      expect(texts.filter((text) => text.includes(Buffer.from(keyOf(first)).toString("base64")))).toHaveLength(1);
    }
  });
});
