import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import type { ExportedTrack } from "../../server/export/geopackage/layers.ts";
import { type TrackRecords, writeGeoPackage } from "../../server/export/geopackage/write-geopackage.ts";
import { inOrder } from "../../server/export/samples/document.ts";
import { SAMPLE_OPERATOR, TAKE_OFF } from "../../server/export/samples/points.ts";
import { toOperatorTelemetry, toUaTelemetry } from "../../server/kernel/telemetry-records.ts";
import type { UaPoint } from "../../server/kernel/telemetry.ts";
import { countInQgis, findQgis } from "./qgis.ts";
import { findReader } from "./reader.ts";

const ogrinfo = findReader("ogrinfo");
const ogr2ogr = findReader("ogr2ogr");
/** GDAL's own check of the rules of the format; part of Debian's python3-gdal. */
const VALIDATOR = "/usr/share/doc/python3-gdal/examples/validate_gpkg.py";
const python = findReader("/usr/bin/python3");

const [FIX] = TAKE_OFF.points;
const ORIGIN = { sensorId: "roof", operationId: "op-1" };
const TRACK: ExportedTrack = {
  operationId: "op-1",
  suboperationId: "sub-1",
  sensorId: "roof",
  stationId: null,
  technology: "wifi_beacon",
  identifiers: new Map([["serial_number", "1581F5FJD2282A003001"]]),
  operatorId: 'FIN "x"; DROP TABLE tracks',
};
const uaAt = (second: number, change: Partial<UaPoint> = {}): UaTelemetry =>
  toUaTelemetry({ ...FIX, timeMs: FIX.timeMs + second * 1000, ...change }, ORIGIN);
const recordsOf = (track: Partial<ExportedTrack>, ...slices: readonly (readonly UaTelemetry[])[]): TrackRecords => ({
  track: { ...TRACK, ...track },
  aircraft: inOrder(slices),
  operators: inOrder([]),
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "geopackage-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, tracks: readonly TrackRecords[]): Promise<string> {
  const path = join(folder, `${name}.gpkg`);
  await writeGeoPackage(path, inOrder(tracks), {
    changedAtMs: Date.UTC(2026, 10, 21),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  return path;
}

/** The rows of a layer as GDAL reads them, the geometry as WKT. */
function rowsOf(path: string, layer: string, ...args: readonly string[]): readonly Readonly<Record<string, string>>[] {
  const options = ["-f", "CSV", "/vsistdout/", "-lco", "GEOMETRY=AS_WKT", "-lco", "SEPARATOR=TAB"];
  const [header = "", ...rows] = ogr2ogr
    .read(...options, path, layer, ...args)
    .trimEnd()
    .split("\n");
  const names = header.split("\t");
  const unquoted = (cell: string) => cell.replace(/^"(.*)"$/, "$1").replaceAll('""', '"');
  return rows.map((row) => Object.fromEntries(row.split("\t").map((cell, at) => [names[at]!, unquoted(cell)])));
}

describe.skipIf(!ogr2ogr.isInstalled)("a GeoPackage", () => {
  it("has every field of the records, the height where it is known, and the line with its times", async () => {
    const bare = { altitudeWgs84Mm: null, altitudeAglMm: null, headingCdeg: null, velocityUpMmps: null };
    const operator = toOperatorTelemetry(SAMPLE_OPERATOR[0]!.points[0]!, ORIGIN);
    const track = { ...recordsOf({}, [uaAt(0)], [uaAt(1, bare), uaAt(2)]), operators: inOrder([[operator]]) };
    const path = await write("fields", [track]);

    const [first, second] = rowsOf(path, "aircraft_points");
    expect(first).toEqual({
      WKT: "POINT Z (14.4378005 50.0755381 296.04)",
      timestamp: "2026/11/20 23:59:59.999+00",
      timestamp_accuracy: "0.1",
      sensor_id: "roof",
      operation_id: "op-1",
      suboperation_id: "sub-1",
      location_accuracy: "3",
      operational_state: "airborne",
      altitude_msl: "251.5",
      altitude_msl_accuracy: "10",
      altitude_wgs84: "296.04",
      altitude_wgs84_accuracy: "10",
      altitude_agl: "50",
      altitude_agl_accuracy: "1",
      altitude_ato: "49.5",
      altitude_ato_accuracy: "1",
      altitude_pressure: "248",
      altitude_pressure_accuracy: "",
      heading: "359.99",
      horizontal_speed: "12.25",
      vertical_speed: "-0.5",
      velocity_east: "-8.662",
      velocity_north: "8.662",
      velocity_up: "-0.5",
      velocity_components_accuracy: "0.3",
      speed_accuracy: "0.3",
      air_pressure: "987.65",
    });
    expect(second).toMatchObject({
      WKT: "POINT (14.4378005 50.0755381)",
      altitude_wgs84: "",
      altitude_agl: "",
      heading: "",
      velocity_east: "",
    });
    expect(rowsOf(path, "operator_points")).toMatchObject([
      { WKT: "POINT Z (14.437 50.075 245.12)", altitude_type: "WGS84", altitude: "245.12", source_type: "live_gnss" },
    ]);
    const start = (FIX.timeMs / 1000).toFixed(3);
    const [line] = rowsOf(path, "tracks");
    expect(line).toMatchObject({
      suboperation_id: "sub-1",
      serial_number: "1581F5FJD2282A003001",
      caa_registration_id: "",
      uas_operator_id: TRACK.operatorId,
      transmission_technology: "wifi_beacon",
      time_first_telemetry: "2026/11/20 23:59:59.999+00",
      time_last_telemetry: "2026/11/21 00:00:01.999+00",
      record_count: "3",
    });
    expect(line!["WKT"]).toContain(`MULTILINESTRING M ((14.4378005 50.0755381 ${start},`);
  });

  it("cuts a track at the antimeridian, so that its line does not go around the world", async () => {
    const fly = (second: number, longitudeE7: number) => uaAt(second, { longitudeE7, latitudeE7: -170_000_000 });
    const path = await write("antimeridian", [recordsOf({}, [fly(0, 1_799_990_000), fly(10, -1_799_990_000)])]);
    const [track] = rowsOf(path, "tracks");
    expect(track!["WKT"]).toMatch(
      /^MULTILINESTRING ZM \(\(179\.999 -17 296\.04 [\d.]+,180 -17 296\.04 [\d.]+\),\(-180 -17 296\.04 [\d.]+,-179\.999 -17 296\.04 [\d.]+\)\)$/,
    );
  });

  it("has a track of one record without a line, and none of a track without records", async () => {
    const path = await write("single", [recordsOf({}, [uaAt(0)]), recordsOf({ suboperationId: "sub-2" })]);
    expect(rowsOf(path, "tracks")).toMatchObject([{ suboperation_id: "sub-1", record_count: "1" }]);
    expect(rowsOf(path, "aircraft_points")).toHaveLength(1);
    expect(ogrinfo.read("-q", path, "tracks")).not.toContain("MULTILINESTRING");
  });

  it("without anything is valid and has its layers, without an extent", async () => {
    const path = await write("empty", []);
    for (const layer of ["aircraft_points", "operator_points", "tracks"]) {
      const summary = ogrinfo.read("-ro", "-so", path, layer);
      expect(summary).toContain("Feature Count: 0");
      expect(summary).not.toContain("Extent:");
    }
  });

  it("is found by its spatial index, and changed by GDAL with the index kept", async () => {
    const places = Array.from({ length: 500 }, (_, n) => uaAt(n, { longitudeE7: n * 1_000_000, latitudeE7: 0 }));
    const path = await write("index", [recordsOf({}, places)]);
    // The planner goes through the index: the table that GDAL asks has no other way to a place.
    const near = () => rowsOf(path, "aircraft_points", "-spat", "9.95", "-1", "12.05", "1").length;
    expect(near()).toBe(21);
    ogrinfo.read(path, "-sql", "DELETE FROM aircraft_points WHERE fid = 101");
    expect(near()).toBe(20);
    const indexed = ogrinfo.read("-q", path, "-sql", "SELECT count(*) AS n FROM rtree_aircraft_points_geom");
    expect(indexed).toContain("n (Integer) = 499");
  });

  it.skipIf(!existsSync(VALIDATOR) || !python.isInstalled)("follows every rule that GDAL checks", async () => {
    const operator = toOperatorTelemetry(SAMPLE_OPERATOR[0]!.points[1]!, ORIGIN);
    const track = { ...recordsOf({}, [uaAt(0), uaAt(1, { altitudeWgs84Mm: null })]), operators: inOrder([[operator]]) };
    for (const path of [await write("valid", [track, recordsOf({}, [uaAt(0), uaAt(1)])]), await write("valid0", [])]) {
      expect(() => python.read(VALIDATOR, "-q", path)).not.toThrow();
    }
  });
});

describe.skipIf(!findQgis())("QGIS", () => {
  it("opens each layer and reads its features", async () => {
    const operator = toOperatorTelemetry(SAMPLE_OPERATOR[0]!.points[0]!, ORIGIN);
    const bare = uaAt(1, { altitudeWgs84Mm: null });
    const path = await write("qgis", [{ ...recordsOf({}, [uaAt(0), bare]), operators: inOrder([[operator]]) }]);
    const layers = ["aircraft_points", "operator_points", "tracks", "no_such_layer"];
    expect(countInQgis(...layers.map((layer) => `${path}|layername=${layer}`))).toEqual([2, 1, 1, null]);
  });
});

describe("an export that does not end", () => {
  const unread = () => readdir(folder).then((names) => names.filter((name) => name.startsWith("stopped")));

  it("leaves no file when it is interrupted, and the one of before as it was", async () => {
    const path = join(folder, "stopped.gpkg");
    await writeFile(path, "of before");
    const abort = new AbortController();
    const writing = writeGeoPackage(path, inOrder([recordsOf({}, [uaAt(0)], [uaAt(1)])]), {
      changedAtMs: 0,
      onProgress: () => abort.abort(new Error("Interrupted")),
      signal: abort.signal,
    });
    await expect(writing).rejects.toThrow("Interrupted");
    expect(await unread()).toEqual(["stopped.gpkg"]);
    await rm(path);
  });

  it("leaves no file when a record cannot be read", async () => {
    async function* broken(): AsyncGenerator<readonly UaTelemetry[]> {
      yield [uaAt(0)];
      throw new Error("The disk is damaged");
    }
    const writing = writeGeoPackage(join(folder, "stopped.gpkg"), inOrder([{ ...recordsOf({}), aircraft: broken() }]), {
      changedAtMs: 0,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    await expect(writing).rejects.toThrow("The disk is damaged");
    expect(await unread()).toEqual([]);
  });
});
