import { expect, it } from "vitest";
import { canBeBackup } from "./backup-file.ts";

it.each([
  ["a recording", "SQLite format 3\0 and pages", true],
  ["an encrypted backup", "age-encryption.org/v1\n-> X25519", true],
  ["a text", "Dear station,", false],
  ["a file that is cut within its first bytes", "SQLite", false],
  ["an empty file", "", false],
])("%s is told by its first bytes", async (_name, content, expected) => {
  expect(await canBeBackup(new Blob([content]))).toBe(expected);
});
