import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import {
  secretServiceProblem,
  type SecretService,
  startSecretService,
  withoutSecretService,
} from "../support/secret-service.ts";
import type { VaultStep } from "./credential-vault.child.ts";

const skipped = secretServiceProblem === undefined ? "" : ` (${secretServiceProblem})`;
const child = join(import.meta.dirname, "credential-vault.child.ts");
const PEER = "0b8f5c3e-6a0e-4a53-9a36-1f6f4a0c1d01";
const OTHER = "0b8f5c3e-6a0e-4a53-9a36-1f6f4a0c1d02";
const dataDir = makeDataDir("vault");
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Each call is a station of its own, as one start of the app after another is. */
async function start(env: NodeJS.ProcessEnv, ...steps: readonly VaultStep[]): Promise<readonly unknown[]> {
  const args = [child, dataDir, JSON.stringify([PEER, OTHER]), JSON.stringify(steps)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as readonly unknown[];
}

const files = () => {
  const folder = join(dataDir, "secrets");
  return existsSync(folder) ? readdirSync(folder) : [];
};
const token = (text: string) => ({ kind: "token", token: text }) as const;
const signedIn = { kind: "oidc", refreshToken: "r1", accessToken: "a1", expiresMs: 5 } as const;

describe.skipIf(secretServiceProblem !== undefined)(`credentials of peers in the keychain${skipped}`, () => {
  let service: SecretService;
  beforeAll(async () => void (service = await startSecretService()));
  afterAll(() => service.stop());

  it("are there at the next start, and in no file", async () => {
    const { env } = service;
    expect(await start(env, ["find", PEER])).toEqual([null]);
    expect(await start(env, ["save", PEER, token("one")], ["find", PEER])).toEqual([null, token("one")]);
    expect(files()).toEqual([]);
    expect(await start(env, ["find", PEER], ["find", OTHER])).toEqual([token("one"), null]);
  });

  it("keep the refresh token of a sign-in, not the access token", async () => {
    const { env } = service;
    expect(await start(env, ["save", OTHER, signedIn], ["find", OTHER])).toEqual([null, signedIn]);
    expect(await start(env, ["find", OTHER])).toEqual([{ ...signedIn, accessToken: "", expiresMs: 0 }]);
  });

  it("are gone when the peer is removed", async () => {
    const { env } = service;
    await start(env, ["save", PEER, token("two")], ["remove", PEER]);
    expect(await start(env, ["find", PEER])).toEqual([null]);
  });

  it("move to the keychain from the file that they were in without one", async () => {
    await start(withoutSecretService(), ["save", PEER, token("three")]);
    expect(files()).toEqual([`sync-peer-${PEER}.json`]);
    expect(await start(service.env, ["find", PEER])).toEqual([token("three")]);
    expect(files()).toEqual([]);
    expect(await start(service.env, ["find", PEER])).toEqual([token("three")]);
  });
});

describe.skipIf(secretServiceProblem !== undefined)(`the sealing key in the keychain${skipped}`, () => {
  it("moves there and back over the channel to main, and is the same at each start", async () => {
    const service = await startSecretService();
    try {
      const [key] = await start(service.env, ["sealing-key", "file"]);
      expect([key, files()]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), ["sealing-key"]]);
      expect(await start(service.env, ["sealing-key", "keychain"])).toEqual([key]);
      expect(files()).toEqual(["sealing-key.in-keychain"]);
      expect(await start(service.env, ["sealing-key", "keychain"])).toEqual([key]);
      await expect(start(withoutSecretService(), ["sealing-key", "keychain"])).rejects.toThrow(/Unlock it/);
      expect(await start(service.env, ["sealing-key", "file"])).toEqual([key]);
      expect(files()).toEqual(["sealing-key"]);
      expect(await start(withoutSecretService(), ["sealing-key", "keychain"])).toEqual([key]);
    } finally {
      await service.stop();
      rmSync(join(dataDir, "secrets"), { recursive: true, force: true });
    }
  });
});

describe.skipIf(process.platform !== "linux")("credentials of peers without a keychain", () => {
  it("are kept in files that only the owner reads", async () => {
    const env = withoutSecretService();
    await start(env, ["save", OTHER, token("four")]);
    expect(files()).toEqual([`sync-peer-${OTHER}.json`]);
    expect(await start(env, ["find", OTHER], ["remove", OTHER])).toEqual([token("four"), null]);
    expect(files()).toEqual([]);
  });
});
