import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { capture } from "./child.mjs";
import { installDebianPackages, isOnPath } from "./packages.mjs";
import { duration, print } from "./output.mjs";

/** Programs that the station is compared with, by benchmark; without one its rows are "not measured". */
const debianPeers = [
  { of: ["export", "import"], isThere: () => isOnPath("ogr2ogr"), debian: "gdal-bin" },
  { of: ["import"], isThere: () => isOnPath("gpsbabel"), debian: "gpsbabel" },
  { of: ["export"], isThere: () => isOnPath("sqlite3"), debian: "sqlite3" },
  {
    of: ["places"],
    isThere: () => existsSync("/usr/share/postgresql/15/extension/postgis.control"),
    debian: "postgresql-15-postgis-3",
  },
];

/**
 * @typedef {object} NpmPeer
 * @property {string} name
 * @property {string} version
 * @property {Readonly<Record<string, string>>} fallbacks for a registry that lacks what the release names: the newest of
 *   those parts that there is
 */
/** @type {NpmPeer} */
const SIGNALK = { name: "signalk-server", version: "2.32.0", fallbacks: { "@signalk/streams": "6.0.0" } };
/** @type {NpmPeer} BSD-2-Clause */
const OPENLAYERS = { name: "ol", version: "10.11.0", fallbacks: {} };
const INSTALL_MS = 180_000;

/**
 * Installs what is missing for the benchmarks that were asked for, as far as this system lets it.
 * @param {readonly string[]} names none is all of them
 * @returns {Promise<NodeJS.ProcessEnv>} where the benchmarks find it
 */
export async function installPeers(names) {
  /** @param {readonly string[]} of */
  const isAsked = (of) => names.length === 0 || of.some((name) => names.includes(name));
  const missing = debianPeers.filter(({ of, isThere }) => isAsked(of) && !isThere());
  if (missing.length > 0) await installDebianPackages(missing.map(({ debian }) => debian));
  const signalk = isAsked(["ingest"]) ? await installPackage(SIGNALK) : undefined;
  const openLayers = isAsked(["console"]) ? await installPackage(OPENLAYERS) : undefined;
  return {
    ...(signalk !== undefined && { STATION_BENCH_SIGNALK: signalk }),
    ...(openLayers !== undefined && { STATION_BENCH_OPENLAYERS: openLayers }),
  };
}

/**
 * Into the user's cache, never into this project's packages: nothing but a benchmark needs it, and a whole server has
 * hundreds of its own.
 * @param {NpmPeer} peer
 */
async function installPackage({ name, version, fallbacks }) {
  const cache = process.env["XDG_CACHE_HOME"] ?? path.join(os.homedir(), ".cache");
  const folder = path.join(cache, "fieldstation-bench", `${name}-${version}`);
  const isThere = () => existsSync(path.join(folder, "installed"));
  if (isThere()) return folder;
  mkdirSync(folder, { recursive: true });
  print(`Installing ${name} ${version} into ${folder}`);
  const started = Date.now();
  for (const overrides of [{}, fallbacks]) {
    const manifest = { private: true, dependencies: { [name]: version }, overrides };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
    const args = ["install", "--prefix", folder, "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"];
    const { code, output } = await capture("npm", args, { timeoutMs: INSTALL_MS, title: "npm install" });
    if (code === 0) {
      writeFileSync(path.join(folder, "installed"), "");
      print(`Installed in ${duration(Date.now() - started)}`);
      return folder;
    }
    print(`npm could not install it:\n${output.trim().split("\n").slice(-3).join("\n")}`);
  }
  return undefined;
}
