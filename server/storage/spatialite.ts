import Database from "better-sqlite3";
import { globSync } from "node:fs";
import { win32 } from "node:path";

/** SpatiaLite could not be loaded; the message tells the user what to install. */
export class SpatialiteMissingError extends Error {
  override readonly name = "SpatialiteMissingError";
}

const WELL_KNOWN = [
  "mod_spatialite",
  "/usr/lib/x86_64-linux-gnu/mod_spatialite.so",
  "/usr/lib/aarch64-linux-gnu/mod_spatialite.so",
  "/opt/homebrew/lib/mod_spatialite.dylib",
  "/usr/local/lib/mod_spatialite.dylib",
];

/** Where OSGeo4W and QGIS install it: Windows has no system package for it. */
const WELL_KNOWN_ON_WINDOWS = [
  "C:\\OSGeo4W\\bin\\mod_spatialite.dll",
  "C:\\OSGeo4W64\\bin\\mod_spatialite.dll",
  "C:\\Program Files\\QGIS*\\bin\\mod_spatialite.dll",
];

/** The properties of a system that decide where SpatiaLite is looked for. */
export type SpatialiteSystem = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Lists the paths that match a pattern with `*`. */
  readonly list: (pattern: string) => readonly string[];
};

const THIS_SYSTEM: SpatialiteSystem = { platform: process.platform, env: process.env, list: (text) => globSync(text) };

/** Candidates for the SpatiaLite library, best first: the configured one, then those of the system. */
export function spatialiteCandidates(named: string | undefined, system = THIS_SYSTEM): readonly string[] {
  const wellKnown = system.platform === "win32" ? ["mod_spatialite", ...listOnWindows(system)] : WELL_KNOWN;
  return named === undefined || named === "" ? wellKnown : [named, ...wellKnown];
}

/** Newest QGIS version first. */
function listOnWindows({ env, list }: SpatialiteSystem): readonly string[] {
  const osgeo = env["OSGEO4W_ROOT"];
  const named = osgeo === undefined || osgeo === "" ? [] : [win32.join(osgeo, "bin", "mod_spatialite.dll")];
  const found = WELL_KNOWN_ON_WINDOWS.flatMap((path) =>
    path.includes("*") ? [...list(path)].sort((a, b) => b.localeCompare(a, "en", { numeric: true })) : [path],
  );
  return [...named, ...found];
}

/** Loads SpatiaLite into a connection. Throws `SpatialiteMissingError` when none of the candidates loads. */
export function loadSpatialite(db: Database.Database, named: string | undefined): void {
  const refusals: string[] = [];
  for (const candidate of spatialiteCandidates(named)) {
    try {
      if (process.platform === "win32") letWindowsFindNeighbours(candidate);
      db.loadExtension(candidate);
      return;
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new SpatialiteMissingError(
    "SpatiaLite was not found. On Debian or Ubuntu: apt-get install libsqlite3-mod-spatialite. " +
      `Or set STATION_SPATIALITE to the path of mod_spatialite. (${refusals[0] ?? "no candidate"})`,
  );
}

/** Windows looks for the dependencies of a library on PATH, not in the folder of that library. */
function letWindowsFindNeighbours(library: string): void {
  const folder = win32.dirname(library);
  const folders = (process.env["PATH"] ?? "").split(win32.delimiter);
  if (win32.isAbsolute(library) && !folders.includes(folder)) {
    process.env["PATH"] = [...folders, folder].join(win32.delimiter);
  }
}

/** Version of the SpatiaLite that would be loaded. Throws `SpatialiteMissingError` when there is none. */
export function getSpatialiteVersion(named: string | undefined): string {
  const db = new Database(":memory:");
  try {
    loadSpatialite(db, named);
    return db.prepare<[], string>("SELECT spatialite_version()").pluck().get()!;
  } finally {
    db.close();
  }
}
