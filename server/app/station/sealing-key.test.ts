import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../kernel/log.ts";
import { makeDataDir } from "../../storage/data-dir.fixture.ts";
import type { SecretVault } from "../sync/credential-vault.ts";
import { type KeyVault, loadSealingKey } from "./sealing-key.ts";

let dataDir: string;
beforeEach(() => void (dataDir = makeDataDir("sealing-key")));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = () => join(dataDir, "secrets", "sealing-key");
const mark = () => join(dataDir, "secrets", "sealing-key.in-keychain");

/** A keychain that a test locks, or that loses its entries: the real one is tested in test/desktop. */
function openVault() {
  const kept = new Map<string, string>();
  const state = { isLocked: false };
  const locked = { kind: "unavailable", reason: "it is locked" } as const;
  const vault: SecretVault = {
    async find(name) {
      const secret = kept.get(name);
      if (state.isLocked) return locked;
      return secret === undefined ? { kind: "absent" } : { kind: "found", secret };
    },
    async save(name, secret) {
      if (state.isLocked) return locked;
      kept.set(name, secret);
      return { kind: "done" };
    },
    async remove(name) {
      kept.delete(name);
      return { kind: "done" };
    },
  };
  const use = (isWanted: boolean): KeyVault => ({ vault, isWanted, log: silentLog });
  return { kept, state, use };
}

describe("the sealing key", () => {
  it("is a file of its owner without a keychain, and the same at each start", async () => {
    const key = await loadSealingKey(dataDir);
    expect([key.length, (await loadSealingKey(dataDir)).length]).toEqual([32, 32]);
    expect(Buffer.from(await loadSealingKey(dataDir)).equals(key)).toBe(true);
    if (process.platform !== "win32") expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it("moves into a keychain and back, and is always the same one", async () => {
    const { kept, use } = openVault();
    const key = Buffer.from(await loadSealingKey(dataDir));
    const inKeychain = await loadSealingKey(dataDir, use(true));
    expect([key.equals(inKeychain), existsSync(file()), kept.size]).toEqual([true, false, 1]);
    expect(readFileSync(mark(), "utf8")).not.toContain(key.toString("base64url"));
    expect(key.equals(await loadSealingKey(dataDir, use(true)))).toBe(true);
    expect(key.equals(await loadSealingKey(dataDir, use(false)))).toBe(true);
    expect([existsSync(file()), existsSync(mark()), kept.size]).toEqual([true, false, 0]);
    expect(key.equals(await loadSealingKey(dataDir))).toBe(true);
  });

  it("is finished moving where that ended in between, either way", async () => {
    const { use } = openVault();
    const key = Buffer.from(await loadSealingKey(dataDir, use(true)));
    // The mark was written, and the file not yet removed.
    writeFileSync(file(), key);
    expect(key.equals(await loadSealingKey(dataDir))).toBe(true);
    expect(key.equals(await loadSealingKey(dataDir, use(true)))).toBe(true);
    expect(existsSync(file())).toBe(false);
    writeFileSync(file(), key);
    expect(key.equals(await loadSealingKey(dataDir, use(false)))).toBe(true);
    expect([existsSync(file()), existsSync(mark())]).toEqual([true, false]);
  });

  it("stays in its file where the keychain is locked before it moves", async () => {
    const { state, use } = openVault();
    state.isLocked = true;
    const key = Buffer.from(await loadSealingKey(dataDir, use(true)));
    expect([existsSync(file()), existsSync(mark())]).toEqual([true, false]);
    expect(key.equals(await loadSealingKey(dataDir))).toBe(true);
  });

  it("is never created again while a keychain has it: if that is locked, missing or has lost it, the station does not start", async () => {
    const { kept, state, use } = openVault();
    const key = Buffer.from(await loadSealingKey(dataDir, use(true)));
    state.isLocked = true;
    for (const isWanted of [true, false]) {
      await expect(loadSealingKey(dataDir, use(isWanted))).rejects.toThrow(/it is locked\. Unlock it/);
    }
    await expect(loadSealingKey(dataDir)).rejects.toThrow(/only the desktop app opens/);
    state.isLocked = false;
    const [name = "", secret = ""] = [...kept][0] ?? [];
    kept.set(name, Buffer.alloc(32).toString("base64url"));
    await expect(loadSealingKey(dataDir, use(true))).rejects.toThrow(/no longer has the key/);
    kept.clear();
    await expect(loadSealingKey(dataDir, use(true))).rejects.toThrow(/no longer has the key/);
    kept.set(name, secret);
    expect(key.equals(await loadSealingKey(dataDir, use(true)))).toBe(true);
    expect(existsSync(file())).toBe(false);
  });

  it("of two that differ is never chosen by the station", async () => {
    const { kept, use } = openVault();
    await loadSealingKey(dataDir, use(true));
    writeFileSync(file(), Buffer.alloc(32, 1));
    for (const vault of [undefined, use(true), use(false)]) {
      await expect(loadSealingKey(dataDir, vault)).rejects.toThrow(/another one is in the keychain/);
    }
    expect(kept.size).toBe(1);
  });
});
