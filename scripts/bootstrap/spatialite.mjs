import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { spatialiteAdvice, spatialiteCandidates } from "./machine.rules.mjs";
import { installDebianPackages, currentSystem } from "./packages.mjs";
import { inRoot, root } from "./paths.mjs";
import { ExpectedError } from "./output.mjs";

const probe = fileURLToPath(new URL("spatialite.probe.mjs", import.meta.url));

/**
 * Makes sure that SpatiaLite loads, installs it where that is allowed, and stops with the command to install it where not.
 * Child processes get its path in STATION_SPATIALITE. Must run under the pinned Node.
 */
export async function ensureSpatialite() {
  const found = findSpatialite();
  if (found !== undefined) return exportLibraryPath(found);
  const named = process.env["STATION_SPATIALITE"];
  if (named !== undefined && named !== "") {
    throw new ExpectedError(`STATION_SPATIALITE names ${named}, which does not load as SpatiaLite.`);
  }
  if (await installDebianPackages(["libsqlite3-mod-spatialite"])) {
    const installed = findSpatialite();
    if (installed !== undefined) return exportLibraryPath(installed);
  }
  throw new ExpectedError(spatialiteAdvice(currentSystem()));
}

/** @returns {string | undefined} the first candidate that loads, as `loadExtension` takes it */
function findSpatialite() {
  const candidates = spatialiteCandidates({
    platform: process.platform,
    env: process.env,
    gathered: inRoot("build", "spatialite"),
  });
  // Windows looks for a library's own libraries on the path only.
  const folders = candidates.filter((candidate) => path.isAbsolute(candidate)).map((file) => path.dirname(file));
  const env =
    process.platform === "win32"
      ? { ...process.env, PATH: [process.env["PATH"], ...folders].join(path.delimiter) }
      : process.env;
  const { status, stdout } = spawnSync(process.execPath, [probe, ...candidates], { cwd: root, env, encoding: "utf8" });
  return status === 0 ? stdout.split("\n")[0] : undefined;
}

/** @param {string} library */
function exportLibraryPath(library) {
  process.env["STATION_SPATIALITE"] = library;
  if (process.platform === "win32" && path.isAbsolute(library)) {
    process.env["PATH"] = `${process.env["PATH"]}${path.delimiter}${path.dirname(library)}`;
  }
}
