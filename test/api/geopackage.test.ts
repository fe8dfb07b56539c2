import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { findReader } from "../export/reader.ts";
import { sharedData } from "../support/shared-data.ts";
import { runInProcess, runStationInProcess } from "../support/command-in-process.ts";
import { startTestStation } from "../support/station.ts";

const ogrinfo = findReader("ogrinfo");
const ogr2ogr = findReader("ogr2ogr");

const parrot = sharedData("rid-cdc-receiver", "parrot_anafi4_real.rid-only.pcap");
const twoTechnologies = sharedData("rid-wireshark-samples", "odid_wifi_sample.pcap");

const recordings = [parrot, twoTechnologies].filter((path) => path !== undefined);

type Summary = { readonly tracks: number; readonly aircraft_points: number; readonly operator_points: number };
type Replayed = { readonly operations: readonly { readonly id: string; readonly records: number }[] };

let dataDir = "";
let operations: Replayed["operations"] = [];
/** The operation with the most records. */
const longest = () => operations.toSorted((one, other) => other.records - one.records)[0]!;
const file = (name: string) => join(dataDir, `${name}.gpkg`);

async function exportTo(name: string, ...args: readonly string[]): Promise<Summary> {
  const where = args.includes("--url") ? [] : ["--data", dataDir];
  const out = await runStationInProcess([
    "export",
    "--format",
    "gpkg",
    "--json",
    "--output",
    file(name),
    ...where,
    ...args,
  ]);
  return JSON.parse(out) as Summary;
}

beforeAll(async () => {
  dataDir = makeDataDir("geopackage");
  if (recordings.length === 0) return;
  const replayed = await runStationInProcess(["replay", ...recordings, "--data", dataDir, "--json"]);
  operations = (JSON.parse(replayed) as Replayed).operations;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The cells of one column of a layer, as GDAL reads it. */
function columnOf(path: string, layer: string, column: string): readonly string[] {
  const sql = `SELECT ${column} AS cell FROM ${layer} ORDER BY fid`;
  const [, ...rows] = ogr2ogr.read("-f", "CSV", "/vsistdout/", path, "-sql", sql).trimEnd().split("\n");
  // With a null, GDAL ends every line of a single column with a comma.
  return rows.map((row) => row.replace(/,$/, "").replace(/^"(.*)"$/, "$1"));
}

describe.skipIf(!ogr2ogr.isInstalled || recordings.length < 2)("export --format gpkg", () => {
  it("writes every operation, each of its tracks and all their records", async () => {
    const summary = await exportTo("all", "--all");
    const records = operations.reduce((sum, one) => sum + one.records, 0);
    expect(summary).toMatchObject({ aircraft_points: records });
    expect(ogrinfo.read("-ro", "-so", file("all"), "aircraft_points")).toContain(`Feature Count: ${records}`);
    const counts = columnOf(file("all"), "tracks", "record_count").map(Number);
    expect([counts.length, counts.reduce((sum, one) => sum + one, 0)]).toEqual([summary.tracks, records]);
    expect(new Set(columnOf(file("all"), "tracks", "operation_id"))).toEqual(new Set(operations.map(({ id }) => id)));
  });

  it("has the values of our CSV", async () => {
    const { id } = longest();
    await exportTo("one", "--operation", id);
    const csv = await runStationInProcess(["export", "--operation", id, "--format", "csv", "--data", dataDir]);
    const [header = "", ...rows] = csv.trimEnd().split("\r\n");
    const names = header.split(",");
    expect(rows.length).toBeGreaterThan(100);
    const cellsOf = (name: string) => rows.map((row) => row.split(",")[names.indexOf(name)]!);
    const numbers = (cells: readonly string[]) => cells.map((cell) => (cell === "" ? null : Number(cell)));
    const inCsv = ["altitude_msl", "altitude_wgs84", "heading", "horizontal_speed", "velocity_up", "air_pressure"];
    for (const name of inCsv) {
      expect(numbers(columnOf(file("one"), "aircraft_points", name))).toEqual(numbers(cellsOf(name)));
    }
    const places = { longitude: "ST_X(geom)", latitude: "ST_Y(geom)" };
    for (const [name, sql] of Object.entries(places)) {
      expect(numbers(columnOf(file("one"), "aircraft_points", sql))).toEqual(numbers(cellsOf(name)));
    }
    const times = columnOf(file("one"), "aircraft_points", "CAST(timestamp AS TEXT)");
    expect(times.map((time) => Date.parse(time))).toEqual(cellsOf("timestamp").map((time) => Date.parse(time)));
  });

  it("writes what matches a filter: a place, a sensor, a range of time", async () => {
    const { id, records } = longest();
    const inEurope = await exportTo("place", "--bbox", "0,40,20,60");
    expect(columnOf(file("place"), "tracks", "DISTINCT operation_id")).toEqual([id]);
    expect(inEurope.aircraft_points).toBe(records);
    expect(await exportTo("sensor", "--sensor", "nobody")).toMatchObject({ tracks: 0, aircraft_points: 0 });

    const [first = ""] = columnOf(file("place"), "tracks", "CAST(time_first_telemetry AS TEXT)");
    const until = new Date(Date.parse(first) + 10_000).toISOString();
    const early = await exportTo("early", "--operation", id, "--to", until);
    const times = columnOf(file("early"), "aircraft_points", "CAST(timestamp AS TEXT)");
    expect(early.aircraft_points).toBe(times.length);
    expect(times.length).toBeGreaterThan(0);
    expect(times.length).toBeLessThan(records);
    expect(times.every((time) => Date.parse(time) <= Date.parse(until))).toBe(true);
  });

  it("writes the same from a running station", async () => {
    const station = await startTestStation({ dataDir });
    try {
      await exportTo("remote", "--url", station.url, "--all");
    } finally {
      await station.stop();
    }
    await exportTo("local", "--all");
    for (const [layer, columns] of [
      ["aircraft_points", "timestamp || suboperation_id || operation_id || ST_X(geom) || ifnull(altitude_wgs84, '-')"],
      ["operator_points", "timestamp || suboperation_id || operation_id || ST_Y(geom)"],
      ["tracks", "suboperation_id || record_count || hex(geom)"],
    ] as const) {
      expect(columnOf(file("remote"), layer, columns)).toEqual(columnOf(file("local"), layer, columns));
    }
  });
});

it.each([
  [["--format", "gpkg", "--all"], "name it with --output"],
  [["--format", "gpkg", "--output", "x.gpkg"], "Name what to export"],
  [["--format", "gpkg", "--output", "x.gpkg", "--all", "--sensor", "roof"], "not both"],
  [["--format", "gpkg", "--output", "x.gpkg", "--operation", "x", "--bbox", "0,0,1,1"], "only --from and --to"],
  [["--format", "csv", "--operation", "x", "--sensor", "roof"], "for --format gpkg only"],
  [["--format", "csv"], "--operation"],
])("export %j is refused with a sentence", async (args, sentence) => {
  const { code, err } = await runInProcess(["export", "--data", dataDir, ...args]);
  expect([code, err.includes(sentence)]).toEqual([1, true]);
});
