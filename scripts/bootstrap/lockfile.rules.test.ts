import { describe, expect, test } from "vitest";
import { fingerprint, isInstalled } from "./lockfile.rules.mjs";

const linux = { platform: "linux", arch: "x64" };
const root = { "": { version: "0.1.0" } };
const zod = { version: "4.0.0", integrity: "sha512-a" };

describe("what npm recorded as installed is compared with the lockfile", () => {
  test("the same packages are installed", () => {
    expect(isInstalled({ packages: { ...root, zod } }, { packages: { zod } }, linux)).toBe(true);
  });

  test.each([
    ["a missing package", {}],
    ["another version", { zod: { ...zod, version: "4.0.1" } }],
    ["the same version with other content", { zod: { ...zod, integrity: "sha512-b" } }],
    ["a package that the lockfile no longer has", { zod, left: zod }],
  ])("%s is stale", (_, packages) => {
    expect(isInstalled({ packages: { ...root, zod } }, { packages }, linux)).toBe(false);
  });

  test("an interrupted install, whose record has no packages, is stale", () => {
    expect(isInstalled({ packages: { ...root, zod } }, {}, linux)).toBe(false);
  });

  test("an optional package for another platform may be absent, one for this platform may not", () => {
    const optional = { ...zod, optional: true };
    const wanted = (os: string[], cpu: string) => ({ packages: { ...root, node: { ...optional, os, cpu } } });
    expect(isInstalled(wanted(["darwin"], "x64"), { packages: {} }, linux)).toBe(true);
    expect(isInstalled(wanted(["linux"], "arm64"), { packages: {} }, linux)).toBe(true);
    expect(isInstalled(wanted(["!linux"], "x64"), { packages: {} }, linux)).toBe(true);
    expect(isInstalled(wanted(["linux"], "x64"), { packages: {} }, linux)).toBe(false);
    expect(isInstalled(wanted(["!win32"], "x64"), { packages: {} }, linux)).toBe(false);
  });

  test("an optional package that depends on the C library is left to npm", () => {
    const musl = { ...zod, optional: true, os: ["linux"], cpu: ["x64"], libc: ["musl"] };
    expect(isInstalled({ packages: { ...root, musl } }, { packages: {} }, linux)).toBe(true);
  });
});

test("a fingerprint follows the content", () => {
  expect(fingerprint("a")).toBe(fingerprint("a"));
  expect(fingerprint("a")).not.toBe(fingerprint("b"));
});
