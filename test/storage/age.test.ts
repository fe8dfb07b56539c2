import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decryptFile, encryptFile } from "../../server/storage/backup-encryption.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { findReader } from "../export/reader.ts";

const age = findReader("age");
/** Runs a program at a terminal of its own: age takes a passphrase from nowhere else. */
const hasTerminal = process.platform === "linux" && spawnSync("script", ["--version"]).error === undefined;

const folder = makeDataDir("age-program");
const file = (name: string) => join(folder, name);
const PASSPHRASE = "correct horse battery";
// More than one chunk of 64 kB, and not a whole number of them.
const content = randomBytes(150_001);

beforeAll(() => writeFileSync(file("plain"), content));
afterAll(() => rmSync(folder, { recursive: true }));

/** Types the passphrase whenever it is asked for. Resolves with the exit code and what the terminal showed. */
async function ageAtTerminal(args: readonly string[], passphrase: string) {
  const child = spawn("script", ["--quiet", "--return", "--command", `age ${args.join(" ")}`, "/dev/null"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let [shown, asked] = ["", 0];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    const questions = shown.match(/passphrase[^:\n]*:/gi)?.length ?? 0;
    for (; asked < questions; asked++) child.stdin.write(`${passphrase}\n`);
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, shown };
}

describe.skipIf(!age.isInstalled)("the program age", () => {
  it.skipIf(!hasTerminal)("opens what the station encrypted with a passphrase, and only with it", async () => {
    await encryptFile(file("plain"), file("sealed.age"), { kind: "passphrase", passphrase: PASSPHRASE });
    const refused = await ageAtTerminal(["-d", "-o", file("refused"), file("sealed.age")], "not the passphrase");
    expect([refused.code, existsSync(file("refused"))]).toEqual([1, false]);
    expect(refused.shown).toContain("incorrect passphrase");
    expect((await ageAtTerminal(["-d", "-o", file("opened"), file("sealed.age")], PASSPHRASE)).code).toBe(0);
    expect(readFileSync(file("opened")).equals(content)).toBe(true);
  });

  it("opens what the station encrypted to a recipient", async () => {
    const identity = await generateIdentity();
    writeFileSync(file("identity"), `${identity}\n`, { mode: 0o600 });
    const recipients = [await identityToRecipient(identity)];
    await encryptFile(file("plain"), file("recipient.age"), { kind: "recipients", recipients });
    age.read("-d", "-i", file("identity"), "-o", file("by-identity"), file("recipient.age"));
    expect(readFileSync(file("by-identity")).equals(content)).toBe(true);
  });

  it.skipIf(!hasTerminal)("encrypts what the station opens", async () => {
    expect((await ageAtTerminal(["-p", "-o", file("theirs.age"), file("plain")], PASSPHRASE)).code).toBe(0);
    await decryptFile(file("theirs.age"), file("from-theirs"), { passphrase: PASSPHRASE });
    expect(readFileSync(file("from-theirs")).equals(content)).toBe(true);
  });
});
