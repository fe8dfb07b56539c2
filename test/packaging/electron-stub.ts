import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What marks the fuses in a binary of Electron; a version, a length and one digit per fuse follow it. */
const fuseSentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/** The fuses in the order of their wire, version 1. */
const fuseNames = [
  "runAsNode",
  "enableCookieEncryption",
  "enableNodeOptionsEnvironmentVariable",
  "enableNodeCliInspectArguments",
  "enableEmbeddedAsarIntegrityValidation",
  "onlyLoadAppFromAsar",
  "loadBrowserProcessSpecificV8Snapshot",
  "grantFileProtocolExtraPrivileges",
] as const;

/** Electron's own settings, as it is delivered. */
const deliveredFuses = "10110001";

/** Writes a folder that electron-builder takes for an unpacked Electron: packages are tested without its binary. */
export function writeElectronStub(folder: string, electronPackage: string): void {
  const { version } = JSON.parse(readFileSync(join(electronPackage, "package.json"), "utf8")) as { version: string };
  mkdirSync(join(folder, "resources"), { recursive: true });
  const wire = Buffer.from([1, deliveredFuses.length, ...Buffer.from(deliveredFuses)]);
  const binary = Buffer.concat([Buffer.from(`#!/bin/sh\nexit 0\n${fuseSentinel}`), wire]);
  writeFileSync(join(folder, "electron"), binary, { mode: 0o755 });
  writeFileSync(join(folder, "version"), version);
  copyFileSync(join(electronPackage, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "LICENSES.chromium.html"), "");
}

/** Reads which fuses of a binary are on. */
export function readFuses(binary: string): Readonly<Record<string, boolean>> {
  const bytes = readFileSync(binary);
  const wire = bytes.indexOf(fuseSentinel) + fuseSentinel.length;
  return Object.fromEntries(fuseNames.map((name, index) => [name, bytes[wire + 2 + index] === "1".charCodeAt(0)]));
}
