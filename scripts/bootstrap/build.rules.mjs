import { createHash } from "node:crypto";

/** The inputs of a build: folders and files of the checkout. Tests are not part of it. */
export const buildInputs = [
  "src",
  "server",
  "electron.vite.config.ts",
  "scripts/release/bundled-packages.ts",
  "scripts/release/plain-contracts.ts",
  "scripts/release/third-party.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.node.json",
  "tsconfig.web.json",
];

/** The outputs of a build; one that is missing means an incomplete build. */
export const buildOutputs = ["out/main", "out/preload", "out/renderer"];

/** @param {string} file */
export const isBuildInput = (file) => !/\.test\.ts$|(^|[\\/])\.[^\\/]*$/.test(file);

/**
 * One fingerprint for a set of files: names and contents, whatever order they come in. Times are left out: a fresh
 * checkout of the same commit, or a branch there and back, needs no build.
 * @param {Iterable<readonly [name: string, content: Uint8Array | string]>} files
 */
export function fingerprintOf(files) {
  const hash = createHash("sha256");
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name.replaceAll("\\", "/")}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
