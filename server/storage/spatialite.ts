import Database from "better-sqlite3";

/** SpatiaLite could not be loaded; the message tells the person what to install. */
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

/** Where SpatiaLite is looked for, best first: what the caller names, then what the system has. */
export function spatialiteCandidates(named: string | undefined): readonly string[] {
  return named === undefined || named === "" ? WELL_KNOWN : [named, ...WELL_KNOWN];
}

/** Loads SpatiaLite into a connection. Throws `SpatialiteMissingError` where none of the candidates loads. */
export function loadSpatialite(db: Database.Database, named: string | undefined): void {
  const refusals: string[] = [];
  for (const candidate of spatialiteCandidates(named)) {
    try {
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

/** Version of the SpatiaLite that would be loaded. Throws `SpatialiteMissingError` where there is none. */
export function getSpatialiteVersion(named: string | undefined): string {
  const db = new Database(":memory:");
  try {
    loadSpatialite(db, named);
    return db.prepare<[], string>("SELECT spatialite_version()").pluck().get()!;
  } finally {
    db.close();
  }
}
