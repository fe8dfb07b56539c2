import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMATS, type Format, formatsOf } from "../../server/contracts/formats.ts";
import { encodeTelemetry } from "../../server/export/encode-telemetry.ts";
import { ofOperator, ofSystem, ofUa } from "../../server/export/samples/document.ts";
import { SAMPLE_OPERATOR, SAMPLE_SYSTEM, SAMPLE_UA, TAKE_OFF } from "../../server/export/samples/points.ts";
import type { TelemetryStream } from "../../server/kernel/handler.ts";
import type { OnTrack, UaPoint, UaSlice } from "../../server/kernel/telemetry.ts";
import { sharedData } from "../support/shared-data.ts";
import { findReader } from "./reader.ts";

const xmllint = findReader("xmllint");
const gpsbabel = findReader("gpsbabel", "-V");
const ogr2ogr = findReader("ogr2ogr");
const ogrinfo = findReader("ogrinfo");
const jq = findReader("jq");
const schema = sharedData("schemas", "gpx-1.1.xsd");

const ABOUT = { name: "A flight", generatedAtMs: Date.UTC(2026, 10, 21) };
const POINTS = 1000;
const SLICE = 200;
const [FIX] = TAKE_OFF.points;

/** A climb of two sensors' tracks towards the antimeridian, one point a second, 200 a slice. */
const FLIGHT: readonly OnTrack<UaPoint>[] = Array.from({ length: POINTS }, (_, index) => ({
  ...FIX,
  track: index < 700 ? 1 : 2,
  timeMs: FIX.timeMs + index * 1001,
  latitudeE7: -450_000_000 + index * 12_345,
  longitudeE7: 1_799_000_000 + index * 999,
  altitudeMslMm: index % 10 === 9 ? null : index * 250 - 7,
}));
const SLICES: readonly UaSlice[] = Array.from({ length: POINTS / SLICE }, (_, index) => ({
  origins: TAKE_OFF.origins,
  points: FLIGHT.slice(index * SLICE, (index + 1) * SLICE),
}));

/** A point as every reader can give it back: degrees × 10⁷, millimetres above the sea, Unix milliseconds. */
type Seen = {
  readonly latitudeE7: number;
  readonly longitudeE7: number;
  readonly altitudeMslMm: number | null;
  readonly timeMs: number;
};
const EXPECTED: readonly Seen[] = FLIGHT.map(({ latitudeE7, longitudeE7, altitudeMslMm, timeMs }) => ({
  latitudeE7,
  longitudeE7,
  altitudeMslMm,
  timeMs,
}));

function seen(latitude: string, longitude: string, altitude: string | undefined, time: string): Seen {
  return {
    latitudeE7: Math.round(Number(latitude) * 1e7),
    longitudeE7: Math.round(Number(longitude) * 1e7),
    altitudeMslMm: altitude === undefined || altitude === "" ? null : Math.round(Number(altitude) * 1000),
    timeMs: Date.parse(time),
  };
}

let folder = "";
const fileOf = (name: string, representation: Format) => join(folder, `${name}.${FORMATS[representation].extension}`);

async function writeDocument(name: string, stream: TelemetryStream, representation: Format): Promise<void> {
  const chunks = Readable.from(encodeTelemetry(stream, representation, ABOUT));
  await pipeline(chunks, createWriteStream(fileOf(name, representation)));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fieldstation-export-"));
  for (const representation of formatsOf("telemetry")) {
    await writeDocument("flight", ofUa(SLICES), representation);
    await writeDocument("empty", ofUa([]), representation);
    await writeDocument("nasty-ua", ofUa(SAMPLE_UA), representation);
    await writeDocument("nasty-operator", ofOperator(SAMPLE_OPERATOR), representation);
    await writeDocument("nasty-system", ofSystem(SAMPLE_SYSTEM), representation);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const NAMES = ["flight", "empty", "nasty-ua", "nasty-operator", "nasty-system"] as const;

/** Rows of a CSV that has neither quotes nor commas inside of the columns asked for, by the names of its header. */
function rowsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [header = "", ...lines] = csv.trimEnd().split(/\r?\n/);
  const names = header.split(",");
  return lines.map((line) => {
    const fields = line.split(",").map((field) => field.replace(/^"(.*)"$/, "$1"));
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""]));
  });
}

/** GDAL writes `2026/11/20 23:59:59.999+00` where it has read a time. */
const isoOfGdal = (text: string) => text.replaceAll("/", "-").replace(" ", "T").replace("+00", "Z");

describe.skipIf(!xmllint.isInstalled)("xmllint", () => {
  it.skipIf(!schema).each(NAMES)("finds the GPX of %s valid against its schema", (name) => {
    expect(() => xmllint.read("--noout", "--schema", schema ?? "", fileOf(name, "gpx"))).not.toThrow();
  });

  it.each(NAMES)("finds the KML of %s well-formed", (name) => {
    expect(() => xmllint.read("--noout", fileOf(name, "kml"))).not.toThrow();
  });
});

describe.skipIf(!gpsbabel.isInstalled)("gpsbabel", () => {
  it("reads the points of the GPX", () => {
    const again = gpsbabel.read("-t", "-i", "gpx", "-f", fileOf("flight", "gpx"), "-o", "gpx", "-F", "-");
    const points = [...again.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">(.*?)<\/trkpt>/gs)].map(
      ([, latitude = "", longitude = "", inside = ""]) => {
        const time = /<time>(.*?)<\/time>/.exec(inside)?.[1] ?? "";
        return seen(latitude, longitude, /<ele>(.*?)<\/ele>/.exec(inside)?.[1], time);
      },
    );
    expect(points).toStrictEqual(EXPECTED);
  });

  it("reads the points of the KML", () => {
    const rows = gpsbabel.read("-w", "-i", "kml", "-f", fileOf("flight", "kml"), "-o", "unicsv", "-F", "-");
    expect(rowsOf(rows)).toHaveLength(POINTS);
  });
});

describe.skipIf(!ogr2ogr.isInstalled)("ogr2ogr", () => {
  const csvOf = (...args: readonly string[]) => rowsOf(ogr2ogr.read("-f", "CSV", "/vsistdout/", ...args));

  it("reads the points of the GPX", () => {
    const rows = csvOf(fileOf("flight", "gpx"), "track_points", "-lco", "GEOMETRY=AS_XY");
    const points = rows.map((row) => seen(row["Y"] ?? "", row["X"] ?? "", row["ele"], isoOfGdal(row["time"] ?? "")));
    expect(points).toStrictEqual(EXPECTED);
  });

  it("reads one track of the GPX with a segment per sensor", () => {
    const rows = csvOf(fileOf("flight", "gpx"), "track_points", "-select", "track_fid,track_seg_id");
    expect(new Set(rows.map((row) => `${row["track_fid"]}/${row["track_seg_id"]}`))).toStrictEqual(
      new Set(["0/0", "0/1"]),
    );
  });

  it("reads the points of the KML with their altitude modes", () => {
    const onlyPoints = ["-where", "OGR_GEOMETRY='POINT'", "-lco", "GEOMETRY=AS_XYZ"];
    const rows = csvOf(fileOf("flight", "kml"), ...onlyPoints);
    const points = rows.map((row) => {
      const altitude = row["altitudeMode"] === "absolute" ? row["Z"] : "";
      return seen(row["Y"] ?? "", row["X"] ?? "", altitude, isoOfGdal(row["timestamp"] ?? ""));
    });
    expect(points).toStrictEqual(EXPECTED);
  });

  it("reads the points of the CSV by the names of its columns", () => {
    const open = ["-oo", "X_POSSIBLE_NAMES=longitude", "-oo", "Y_POSSIBLE_NAMES=latitude"];
    const rows = csvOf(fileOf("flight", "csv"), ...open, "-lco", "GEOMETRY=AS_XY");
    const points = rows.map((row) => seen(row["Y"] ?? "", row["X"] ?? "", row["altitude_msl"], row["timestamp"] ?? ""));
    expect(points).toStrictEqual(EXPECTED);
  });

  it.each(["geojson", "geojsonseq"] as const)("reads the points of the %s with every column", (format) => {
    const rows = csvOf(fileOf("flight", format), "-lco", "GEOMETRY=AS_XYZ");
    const points = rows.map((row) =>
      seen(row["Y"] ?? "", row["X"] ?? "", row["altitude_msl"], isoOfGdal(row["timestamp"] ?? "")),
    );
    expect(points).toStrictEqual(EXPECTED);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      "X",
      "Y",
      "Z",
      "timestamp",
      "sensor_id",
      "operation_id",
      "record",
      "heading",
      "horizontal_speed",
      "altitude_msl",
      "vertical_speed",
      "altitude_wgs84",
      "altitude_agl",
      "altitude_ato",
    ]);
    expect(new Set(rows.map((row) => Number(row["Z"])))).toEqual(new Set([296.04]));
  });

  it.each(["csv", "gpx", "kml", "geojson"] as const)(
    "opens %s of the nastiest texts and of nothing",
    (representation) => {
      for (const name of NAMES) {
        expect(() => ogr2ogr.read("-f", "Memory", "opened", fileOf(name, representation))).not.toThrow();
      }
    },
  );
});

describe.skipIf(!ogrinfo.isInstalled)("ogrinfo", () => {
  it.each([
    ["geojson", "GeoJSON"],
    ["geojsonseq", "GeoJSONSeq"],
  ] as const)("takes %s for %s in WGS 84, all points of it", (format, driver) => {
    for (const [name, count] of [
      ["flight", POINTS],
      ["nasty-ua", SAMPLE_UA.flatMap(({ points }) => points).length],
    ] as const) {
      const summary = ogrinfo.read("-ro", "-al", "-so", fileOf(name, format));
      expect(summary).toContain(`using driver \`${driver}' successful`);
      expect(summary).toContain(`Feature Count: ${count}`);
      expect(summary).toContain("WGS 84");
    }
  });
});

describe.skipIf(!jq.isInstalled)("jq", () => {
  it("reads the points of the NDJSON and of the JSON", () => {
    const point = `{ latitude: .location.latitude, longitude: .location.longitude, timestamp,
      msl: ([.altitudes[] | select(.type == "MSL") | .value] | first) }`;
    type Row = {
      readonly latitude: number;
      readonly longitude: number;
      readonly msl: number | null;
      readonly timestamp: string;
    };
    const read = (...args: readonly string[]) =>
      (JSON.parse(jq.read(...args)) as readonly Row[]).map((row) =>
        seen(`${row.latitude}`, `${row.longitude}`, row.msl === null ? undefined : `${row.msl}`, row.timestamp),
      );
    expect(read("-s", `map(${point})`, fileOf("flight", "ndjson"))).toStrictEqual(EXPECTED);
    expect(read(`map(${point})`, fileOf("flight", "json"))).toStrictEqual(EXPECTED);
  });

  it.each(NAMES)("reads the same records from JSON and NDJSON of %s", (name) => {
    const array = jq.read("-c", ".[]", fileOf(name, "json"));
    expect(jq.read("-c", ".", fileOf(name, "ndjson"))).toBe(array);
  });
});
