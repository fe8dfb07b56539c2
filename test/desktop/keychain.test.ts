import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  secretServiceProblem,
  type SecretService,
  startSecretService,
  withoutSecretService,
} from "../support/secret-service.ts";
import type { KeychainCall } from "./keychain.child.ts";

const skipped = secretServiceProblem === undefined ? "" : ` (${secretServiceProblem})`;
const child = join(import.meta.dirname, "keychain.child.ts");

/** Each call is a program of its own, as one start of the app after another is. */
async function ask(env: NodeJS.ProcessEnv, ...calls: readonly KeychainCall[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [child, JSON.stringify(calls)], { env });
  return JSON.parse(stdout);
}

describe.skipIf(secretServiceProblem !== undefined)(`the keychain of the system${skipped}`, () => {
  let service: SecretService;
  beforeAll(async () => void (service = await startSecretService()));
  afterAll(() => service.stop());

  it("stores a secret from one start to the next, until it is removed", async () => {
    const { env } = service;
    expect(await ask(env, ["find", "a"])).toEqual([{ kind: "absent" }]);
    expect(await ask(env, ["save", "a", "first"], ["save", "a", "second"])).toEqual([
      { kind: "done" },
      { kind: "done" },
    ]);
    expect(await ask(env, ["find", "a"], ["find", "b"])).toEqual([
      { kind: "found", secret: "second" },
      { kind: "absent" },
    ]);
    expect(await ask(env, ["remove", "a"], ["remove", "a"])).toEqual([{ kind: "done" }, { kind: "done" }]);
    expect(await ask(env, ["find", "a"])).toEqual([{ kind: "absent" }]);
  });

  it("accepts what a provider may issue as a refresh token, and any folder as a name", async () => {
    const secret = `${"x".repeat(4_000)} „ü“ \n`;
    const name = "this station /data/käte/my flights";
    expect(await ask(service.env, ["save", name, secret])).toEqual([{ kind: "done" }]);
    expect(await ask(service.env, ["find", name], ["remove", name])).toEqual([
      { kind: "found", secret },
      { kind: "done" },
    ]);
  });
});

describe.skipIf(process.platform !== "linux")("a Linux without a keychain", () => {
  it("is distinguished from an empty one, instead of trusting the kernel, which loses it at the next start", async () => {
    const answers = await ask(withoutSecretService(), ["find", "a"], ["save", "a", "secret"], ["remove", "a"]);
    const unavailable = { kind: "unavailable", reason: expect.stringMatching(/\w/) };
    expect(answers).toEqual([unavailable, unavailable, unavailable]);
  });
});
