import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildInputs, buildOutputs, fingerprintOf, isBuildInput } from "./build.rules.mjs";
import { capture } from "./child.mjs";
import { inRoot } from "./paths.mjs";
import { ExpectedError, duration, print } from "./output.mjs";

const stamp = inRoot("out", ".fieldstation-build");
const electronVite = inRoot("node_modules", "electron-vite", "bin", "electron-vite.js");

/** Builds the window, its preload and the main process into out/ when a source changed since the last build. */
export async function buildIfStale() {
  const wanted = fingerprintOf(readInputs());
  const isComplete = buildOutputs.every((folder) => existsSync(inRoot(folder)));
  if (isComplete && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  rmSync(stamp, { force: true });
  print("Building the console and the desktop app");
  const { code, output, ms } = await capture(process.execPath, [electronVite, "build"], { title: "build" });
  if (code !== 0) throw new ExpectedError(`${output}\nThe build failed.`);
  writeFileSync(stamp, wanted);
  print(`Built in ${duration(ms)}`);
}

/** @returns {Iterable<readonly [string, Uint8Array]>} */
function* readInputs() {
  for (const input of buildInputs) {
    const place = inRoot(input);
    if (!existsSync(place)) continue;
    if (statSync(place).isFile()) yield [input, readFileSync(place)];
    else yield* readFolder(input);
  }
}

/**
 * @param {string} folder
 * @returns {Iterable<readonly [string, Uint8Array]>}
 */
function* readFolder(folder) {
  for (const entry of readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && isBuildInput(file)) yield [path.relative(inRoot(), file), readFileSync(file)];
  }
}
