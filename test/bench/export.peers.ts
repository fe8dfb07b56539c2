import type { Format } from "../../server/contracts/formats.ts";

/** Formats that another program writes too. */
export type MeasuredFormat = Exclude<Format, "json" | "geojson" | "geojsonseq">;
export const MEASURED_FORMATS: readonly MeasuredFormat[] = ["csv", "ndjson", "gpx", "kml"];

export type Peer = { readonly program: string; readonly args: readonly string[]; readonly isTarget: boolean };

/** The fields of our GPX and KML besides place, height and time. */
const FACTS = "vertical_speed, altitude_wgs84, altitude_agl, altitude_ato";

/**
 * Other programs that write the same rows, from a table made for them (gdal.table.ts), to /dev/null. GDAL's GPX without
 * extensions has fewer fields than ours, so both ways are measured.
 */
export function peersOf(format: MeasuredFormat, database: string): Readonly<Record<string, Peer>> {
  const program = format === "ndjson" ? "sqlite3" : "ogr2ogr";
  const gdal = (options: readonly string[], sql: string): Pick<Peer, "program" | "args"> => ({
    program,
    args: [...options, "/vsistdout/", database, "-sql", sql],
  });
  const asTrack = ["-nln", "track_points", "-nlt", "POINT"];
  const point = "SELECT geometry, track AS track_fid, 0 AS track_seg_id, timestamp AS time";
  switch (format) {
    case "ndjson":
      return {
        "sqlite3 -json": {
          program,
          args: ["-readonly", "-json", database, "SELECT * FROM plain_columns"],
          isTarget: true,
        },
      };
    case "csv":
      return { "ogr2ogr CSV": { ...gdal(["-f", "CSV"], "SELECT * FROM plain_columns"), isTarget: true } };
    case "gpx":
      return {
        "ogr2ogr GPX, place, height and time only": {
          ...gdal(["-f", "GPX", ...asTrack], `${point}, altitude_wgs84 AS ele FROM plain_ua`),
          isTarget: true,
        },
        "ogr2ogr GPX, the same fields": {
          ...gdal(
            ["-f", "GPX", "-dsco", "GPX_USE_EXTENSIONS=YES", ...asTrack],
            `${point}, altitude_msl AS ele, horizontal_speed AS speed, heading AS course, ${FACTS} FROM plain_ua`,
          ),
          isTarget: false,
        },
      };
    case "kml":
      return {
        "ogr2ogr KML, the same fields": {
          ...gdal(
            ["-f", "KML"],
            `SELECT geometry, operation_id AS Name, timestamp, heading, horizontal_speed, ${FACTS} FROM plain_ua`,
          ),
          isTarget: true,
        },
      };
  }
}
