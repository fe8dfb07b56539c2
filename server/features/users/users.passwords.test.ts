import { expect, it } from "vitest";
import { createPasswords } from "./users.passwords.ts";

it("hashes a password with argon2id and a salt, and verifies only the same password", async () => {
  const passwords = createPasswords();
  const [first, second] = await Promise.all([passwords.hash("Žluťoučký"), passwords.hash("Žluťoučký")]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await passwords.verify("Žluťoučký".normalize("NFD"), first)).toBe(true);
  for (const wrong of ["žluťoučký", "Zlutoucky", "", "Žluťoučký "]) {
    expect(await passwords.verify(wrong, first)).toBe(false);
  }
});

it("verifies no password without a hash", async () => {
  const passwords = createPasswords();
  expect(await passwords.verify("", null)).toBe(false);
});
