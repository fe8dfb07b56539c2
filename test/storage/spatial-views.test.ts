import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../server/storage/database.ts";
import { findReader } from "../export/reader.ts";
import { runStationInProcess } from "../support/command-in-process.ts";
import { startTestStation } from "../support/station.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

const ogrinfo = findReader("ogrinfo");
const ogr2ogr = findReader("ogr2ogr");

const POINTS = 150;
const START_S = Date.UTC(2025, 4, 1, 10) / 1000;

/** A recording as a receiver writes it, one JSON object a line: two aircraft, one point a second. */
const lines = Array.from({ length: POINTS }, (_, second) => [
  lineOf({ id: "1596F351901936310360", mac: "02:00:5e:00:53:01" }, second, 50, 14.4),
  ...(second < 64 ? [lineOf({ id: "1588E040445AC004418", mac: "02:00:5e:00:53:02" }, second, -17, 179.99)] : []),
]).flat();

type Sender = { readonly id: string; readonly mac: string };
function lineOf({ id, mac }: Sender, second: number, latitude: number, longitude: number): string {
  const [lat, lon] = [latitude + second * 1e-4, longitude + second * 1e-4];
  return JSON.stringify({
    t: START_S + second,
    mac,
    radio: "wifi",
    rssi: -60,
    lat,
    lon,
    alt: 300,
    speed: 10,
    hdg: 45,
    id,
  });
}

let dataDir = "";
const file = () => join(dataDir, "station.sqlite");
beforeAll(async () => {
  dataDir = makeDataDir("spatial");
  const recording = join(dataDir, "morning.jsonl");
  await writeFile(recording, `${lines.join("\n")}\n`);
  await runStationInProcess(["replay", recording, "--data", dataDir, "--sensor", "roof", "--json"]);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe.skipIf(!ogrinfo.isInstalled)("GDAL", () => {
  it("sees the flights as a layer of measured lines in WGS 84", () => {
    const summary = ogrinfo.read("-ro", "-so", file(), "flight_tracks");
    expect(summary).toContain("Geometry: Measured Line String");
    expect(summary).toContain("Feature Count: 2");
    expect(summary).toContain('ID["EPSG",4326]');
    expect(summary).toContain("Extent: (14.400000, -17.000000)");
  });

  it("reads every point of a line with its time, and what the flight was", () => {
    const asCsv = ["-f", "CSV", "/vsistdout/", "-lco", "GEOMETRY=AS_WKT", "-lco", "SEPARATOR=TAB"];
    const where = ["-where", "uas_id = '1596F351901936310360'"];
    const [header = "", row = ""] = ogr2ogr.read(...asCsv, file(), "flight_tracks", ...where).split("\n");
    const fields = row.split("\t").map((field) => field.replace(/^"(.*)"$/, "$1"));
    const flight = Object.fromEntries(header.split("\t").map((name, index) => [name, fields[index]]));
    expect(flight).toMatchObject({
      sensor_id: "roof",
      transmission_technology: "wifi_beacon",
      time_first_telemetry: "2025-05-01T10:00:00.000Z",
      time_last_telemetry: "2025-05-01T10:02:29.000Z",
      record_count: String(POINTS),
    });
    const points = (flight["WKT"] ?? "")
      .replace("LINESTRING M (", "")
      .split(",")
      .map((point) => point.split(" ").map(parseFloat));
    expect(points).toHaveLength(POINTS);
    expect(points[0]).toEqual([14.4, 50, START_S]);
    expect(points.at(-1)).toEqual([14.4149, 50.0149, START_S + POINTS - 1]);
  });

  it("finds a flight by a box in the line's own spatial index", () => {
    const box = ["-spat", "179", "-18", "180", "-16"];
    expect(ogrinfo.read("-ro", "-so", file(), "flight_tracks", ...box)).toContain("Feature Count: 1");
  });
});

describe("the database", () => {
  it("holds one R*Tree entry per 64 points of a track", () => {
    const store = openStore({ dataDir });
    const entries = store.reader
      .prepare("SELECT count(*) FROM track_extent WHERE kind = 0 GROUP BY suboperation ORDER BY 1")
      .pluck()
      .all();
    store.close();
    expect(entries).toEqual([1, Math.ceil(POINTS / 64)]);
  });

  it("gets the lines back that a killed station did not draw any more", async () => {
    const store = openStore({ dataDir });
    const [cut] = store.writer.prepare("SELECT suboperation FROM track_line ORDER BY 1").pluck().all();
    store.writer.prepare("DELETE FROM track_line WHERE suboperation <> ?").run(cut);
    store.writer
      .prepare("UPDATE track_line SET geometry = GeomFromText('LINESTRING M (14.4 50 1, 14.4 50.1 2)', 4326)")
      .run();
    store.close();
    const station = await startTestStation({ dataDir });
    expect(await station.stop()).toBe(0);
    const again = openStore({ dataDir });
    const points = again.reader.prepare("SELECT NumPoints(geometry) FROM track_line ORDER BY 1").pluck().all();
    again.close();
    expect(points).toEqual([64, POINTS]);
  });
});
