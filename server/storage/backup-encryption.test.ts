import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Decrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, expect, it } from "vitest";
import { identitiesIn } from "../contracts/backup-identities.ts";
import { decryptFile, encryptFile, isEncrypted, recipientProblem } from "./backup-encryption.ts";
import { makeDataDir } from "./data-dir.fixture.ts";

const folder = makeDataDir("age");
const plain = join(folder, "plain");
const sealed = join(folder, "sealed.age");
const again = join(folder, "again");
// More than one chunk of 64 kB, and not a whole number of them.
const content = randomBytes(150_001);

beforeAll(() => writeFileSync(plain, content));
afterAll(() => rmSync(folder, { recursive: true }));

it("what is encrypted to recipients is opened by each of their identities, and by no other", async () => {
  const [ada, bob, eve] = await Promise.all([generateIdentity(), generateIdentity(), generateIdentity()]);
  const recipients = await Promise.all([ada, bob].map(identityToRecipient));
  await encryptFile(plain, sealed, { kind: "recipients", recipients });
  expect([await isEncrypted(plain), await isEncrypted(sealed)]).toEqual([false, true]);
  expect(readFileSync(sealed).includes(content.subarray(0, 64))).toBe(false);
  for (const identity of [ada, bob]) {
    await decryptFile(sealed, again, { identities: identitiesIn(`# created: today\n${identity}\n`) });
    expect(readFileSync(again).equals(content)).toBe(true);
  }
  await expect(decryptFile(sealed, again, { identities: [eve] })).rejects.toThrow(/is not opened by this identity/);
});

it("what is encrypted with a passphrase is decrypted with it, also entirely in memory as another program would", async () => {
  await encryptFile(plain, sealed, { kind: "passphrase", passphrase: "correct horse battery" });
  const decrypter = new Decrypter();
  decrypter.addPassphrase("correct horse battery");
  expect(Buffer.from(await decrypter.decrypt(readFileSync(sealed))).equals(content)).toBe(true);
  await expect(decryptFile(sealed, again, { passphrase: "wrong" })).rejects.toThrow(/by this passphrase/);
  const bytes = readFileSync(sealed);
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(sealed, bytes);
  await expect(decryptFile(sealed, again, { passphrase: "correct horse battery" })).rejects.toThrow();
  truncateSync(sealed, 70_000);
  await expect(decryptFile(sealed, again, { passphrase: "correct horse battery" })).rejects.toThrow();
});

it("a file that cannot be read is reported", async () => {
  const encryption = { kind: "passphrase", passphrase: "correct horse battery" } as const;
  await expect(encryptFile(folder, sealed, encryption)).rejects.toThrow("EISDIR");
  await expect(encryptFile(join(folder, "none"), sealed, encryption)).rejects.toThrow("ENOENT");
});

it("a folder that cannot be written to is reported, not an error that follows from it", async () => {
  await expect(encryptFile(plain, folder, { kind: "passphrase", passphrase: "correct" })).rejects.toThrow("EISDIR");
});

it("a text that is not a public key is refused with the reason, a private key included", async () => {
  const identity = await generateIdentity();
  expect(await recipientProblem(await identityToRecipient(identity))).toBeUndefined();
  for (const text of [identity, "age1nonsense", "ssh-ed25519 AAAA", ""]) {
    expect([text, await recipientProblem(text)]).toEqual([text, expect.stringContaining("no public key of age")]);
  }
});
