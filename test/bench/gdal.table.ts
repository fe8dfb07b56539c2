import { spawn, spawnSync } from "node:child_process";
import { openStore } from "../../server/storage/database.ts";
import type { ResourceUsage } from "./rounds.ts";

export const isInstalled = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

/**
 * Writes the records of a station's file into a plain SpatiaLite table of the same file, in the units of the export and
 * with a point beside them: the form that GDAL and the shell of SQLite read fastest.
 */
export function addPlainTable(dataDir: string): void {
  const store = openStore({ dataDir });
  const db = store.writer;
  const scaled = (column: string, by: number) => `${column} / ${by}.0`;
  const columns: readonly (readonly [string, string, string])[] = [
    ["timestamp", "TIMESTAMP", "strftime('%Y-%m-%dT%H:%M:%fZ', time_ms / 1000.0, 'unixepoch')"],
    ["timestamp_accuracy", "REAL", scaled("time_accuracy_ms", 1000)],
    ["sensor_id", "TEXT", "s.sensor_id"],
    ["operation_id", "TEXT", "o.uuid"],
    ["operational_state", "TEXT", "operational_state"],
    ["latitude", "REAL", scaled("latitude_e7", 10_000_000)],
    ["longitude", "REAL", scaled("longitude_e7", 10_000_000)],
    ["location_accuracy", "REAL", scaled("horizontal_accuracy_mm", 1000)],
    ["altitude_msl", "REAL", scaled("altitude_msl_mm", 1000)],
    ["altitude_msl_accuracy", "REAL", scaled("altitude_msl_accuracy_mm", 1000)],
    ["altitude_wgs84", "REAL", scaled("altitude_wgs84_mm", 1000)],
    ["altitude_wgs84_accuracy", "REAL", scaled("altitude_wgs84_accuracy_mm", 1000)],
    ["altitude_agl", "REAL", scaled("altitude_agl_mm", 1000)],
    ["altitude_agl_accuracy", "REAL", "NULL"],
    ["altitude_ato", "REAL", scaled("altitude_ato_mm", 1000)],
    ["altitude_ato_accuracy", "REAL", "NULL"],
    ["altitude_pressure", "REAL", scaled("altitude_pressure_mm", 1000)],
    ["altitude_pressure_accuracy", "REAL", scaled("altitude_pressure_accuracy_mm", 1000)],
    ["heading", "REAL", scaled("heading_cdeg", 100)],
    ["horizontal_speed", "REAL", scaled("horizontal_speed_mmps", 1000)],
    ["vertical_speed", "REAL", scaled("vertical_speed_mmps", 1000)],
    ["velocity_east", "REAL", scaled("velocity_east_mmps", 1000)],
    ["velocity_north", "REAL", scaled("velocity_north_mmps", 1000)],
    ["velocity_up", "REAL", scaled("velocity_up_mmps", 1000)],
    ["velocity_components_accuracy", "REAL", scaled("speed_accuracy_mmps", 1000)],
    ["speed_accuracy", "REAL", scaled("speed_accuracy_mmps", 1000)],
    ["air_pressure", "REAL", scaled("air_pressure_pa", 100)],
  ];
  db.exec(`CREATE TABLE plain_ua (${columns.map(([name, type]) => `${name} ${type}`).join(", ")}, track INTEGER)`);
  db.exec("SELECT AddGeometryColumn('plain_ua', 'geometry', 4326, 'POINT', 'XYZ')");
  db.exec(
    `INSERT INTO plain_ua SELECT ${columns.map(([, , value]) => value).join(", ")}, t.suboperation,
       MakePointZ(longitude_e7 / 10000000.0, latitude_e7 / 10000000.0, altitude_wgs84_mm / 1000.0, 4326)
     FROM ua_track AS t JOIN suboperation AS s ON s.id = t.suboperation JOIN operation AS o ON o.id = s.operation`,
  );
  db.exec("CREATE VIEW plain_columns AS SELECT " + columns.map(([name]) => name).join(", ") + " FROM plain_ua");
  store.close();
}

/** Runs a program to its end and discards its output. */
export function runQuietly(
  program: string,
  args: readonly string[],
  as: { readonly uid?: number; readonly gid?: number } = {},
): Promise<void> {
  const child = spawn(program, [...args], { ...as, stdio: ["ignore", "pipe", "pipe"] });
  let errorOutput = "";
  child.stdout.resume();
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errorOutput += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${errorOutput}`)),
    );
  });
}

/** CPU seconds that a shell's children took, as its `times` prints them in its second line. */
const TIMES = /\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/;

/** Runs a program to its end with its output to /dev/null; gives its wall and CPU time. */
export async function measureProgramUsage(program: string, args: readonly string[]): Promise<ResourceUsage> {
  const keepStatus = '"$0" "$@" > /dev/null; status=$?; times >&2; exit $status';
  const startedMs = performance.now();
  const child = spawn("sh", ["-c", keepStatus, program, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let errorOutput = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errorOutput += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const wallS = (performance.now() - startedMs) / 1000;
  const [, ...times] = TIMES.exec(errorOutput) ?? [];
  const [userMin = NaN, userS = NaN, systemMin = NaN, systemS = NaN] = times.map(Number);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${errorOutput}`);
  return { wallS, cpuS: (userMin + systemMin) * 60 + userS + systemS };
}
