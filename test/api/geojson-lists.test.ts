import { writeFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMATS } from "../../server/contracts/formats.ts";
import { findReader } from "../export/reader.ts";
import type { ApiStation } from "./api-station.ts";
import { startApiStation } from "./api-station.ts";
import { point, startFlightsStation } from "./flights-station.ts";
import { DATE_LINE, DETECTIONS } from "./sample-day.fixture.ts";

const FORMATS_ON_MAPS = ["geojson", "geojsonseq"] as const;
const ogrinfo = findReader("ogrinfo");
const ogr2ogr = findReader("ogr2ogr");

type Position = readonly [number, number, number?];
type Feature = {
  readonly type: string;
  readonly id: string;
  readonly geometry: { readonly type: string; readonly coordinates: readonly (readonly Position[])[] } | null;
  readonly properties: Readonly<Record<string, unknown>>;
};

function featuresOf(text: string): readonly Feature[] {
  if (!text.startsWith("\u001e")) return (JSON.parse(text) as { readonly features: readonly Feature[] }).features;
  return text
    .split("\u001e")
    .slice(1)
    .map((one) => JSON.parse(one) as Feature);
}

let folder: string;
let station: ApiStation;
const people = await startFlightsStation();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fieldstation-geojson-"));
  station = await startApiStation();
});
afterAll(async () => {
  await station.stop();
  await people[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const ALL_DAY = { from: "-PT12H" };

describe("the list of operations", () => {
  it.each(FORMATS_ON_MAPS)("is written as lines in %s, by `format` and by `Accept`", async (format) => {
    const { mediaType, contentType } = FORMATS[format];
    const byName = await station.get("/v2/airspace/operations", { ...ALL_DAY, format });
    const byAccept = await station.get("/v2/airspace/operations", ALL_DAY, { Accept: mediaType });
    expect([byName.status, byName.headers.get("content-type")]).toEqual([200, contentType]);
    expect([byAccept.status, byAccept.headers.get("content-type")]).toEqual([200, contentType]);
    const text = await byName.text();
    expect(await byAccept.text()).toBe(text);
    const features = featuresOf(text);
    expect(features.map(({ properties }) => properties)).toEqual(await station.operations(ALL_DAY));
    for (const { type, id, geometry, properties } of features) {
      expect([type, geometry?.type, id]).toEqual(["Feature", "MultiLineString", properties["id"]]);
    }
  });

  it("has a line per suboperation, with every position of its track in order", async () => {
    const response = await station.get("/v2/airspace/operations", { ...ALL_DAY, format: "geojson" });
    const [survey] = featuresOf(await response.text());
    const tracks = ["ROOF", "VAN"].map((sensor) =>
      DETECTIONS.filter((one) => one.flight.name === "survey" && one.sensor === sensor).map(
        ({ longitude, latitude }): Position => [longitude, latitude, 300.5],
      ),
    );
    expect(survey?.geometry?.coordinates).toEqual(tracks);
    const each = await station.get("/v2/airspace/operations", { ...ALL_DAY, globalize: "false", format: "geojson" });
    const single = featuresOf(await each.text()).map(({ geometry }) => geometry?.coordinates);
    expect(single.slice(0, 2)).toEqual(tracks.map((one) => [one]));
  });

  it("cuts a line at the antimeridian", async () => {
    const response = await station.get("/v2/airspace/operations", { ...ALL_DAY, format: "geojson" });
    const dateLine = featuresOf(await response.text()).find(({ properties }) =>
      JSON.stringify(properties).includes(DATE_LINE.serial!),
    );
    const lines = dateLine?.geometry?.coordinates ?? [];
    expect(lines).toHaveLength(2);
    expect([lines[0]?.at(-1)?.[0], lines[1]?.[0]?.[0]]).toEqual([180, -180]);
    for (const line of lines) expect(new Set(line.map(([longitude]) => Math.sign(longitude))).size).toBe(1);
  });

  it("keeps its pages, and names the next one", async () => {
    const response = await station.get("/v2/airspace/operations", { ...ALL_DAY, limit: "1", format: "geojsonseq" });
    expect(response.headers.get("X-Total-Count")).toBe("4");
    expect(response.headers.get("Link")).toContain('offset=1>; rel="next"');
    expect(featuresOf(await response.text())).toHaveLength(1);
    const head = await fetch(`${station.url}/v2/airspace/operations?from=-PT12H&format=geojson`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
      200,
      "application/geo+json",
      "",
    ]);
  });

  it("is not written as what it has no form in", async () => {
    const named = await station.get("/v2/airspace/operations", { ...ALL_DAY, format: "gpx" });
    const accepted = await station.get("/v2/airspace/operations", ALL_DAY, { Accept: "text/csv" });
    expect([named.status, accepted.status]).toEqual([422, 406]);
  });

  it.skipIf(!ogrinfo.isInstalled).each(FORMATS_ON_MAPS)("is read by GDAL from %s", async (format) => {
    const response = await station.get("/v2/airspace/operations", { ...ALL_DAY, format });
    const file = join(folder, `operations.${FORMATS[format].extension}`);
    await writeFile(file, await response.text());
    const summary = ogrinfo.read("-ro", "-al", "-so", file);
    expect(summary).toContain("Feature Count: 4");
    expect(summary).toContain("Geometry: 3D Multi Line String");
    expect(summary).toContain("WGS 84");
    for (const column of ["status: String", "sensor_id: String", "time_first_telemetry: DateTime"]) {
      expect(summary).toContain(column);
    }
  });
});

describe("the list of flights", () => {
  const flightsAs = async (query: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${people.station.url}/v1/flights?${query}`, {
      headers: { Authorization: `Bearer ${people.asAlice}`, ...headers },
    });
    return { response, text: await response.text() };
  };

  it("has the track of a flight that has one, and the planned region of any other", async () => {
    const outline = [
      [14, 50],
      [14.1, 50],
      [14.1, 50.1],
      [14, 50],
    ];
    const times = (day: number) => ({
      date_planned_start: `2026-10-0${day}T09:00:00Z`,
      date_planned_finish: `2026-10-0${day}T10:00:00Z`,
    });
    const flown = await people.plan({ ...times(1), callsign_used: "flown" });
    await people.upload(flown.id, [point(1), point(2, { geo_altitude: undefined }), point(90)]);
    await people.plan({ ...times(2), callsign_used: "circle" });
    await people.plan({ ...times(3), callsign_used: "polygon", region: { type: "Polygon", coordinates: [outline] } });
    for (const format of FORMATS_ON_MAPS) {
      const { contentType, mediaType } = FORMATS[format];
      const query = `owner=${people.alice.id}&ordering=date_planned_start`;
      const { response, text } = await flightsAs(`${query}&format=${format}`);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, contentType]);
      expect(response.headers.get("X-Total-Count")).toBe("3");
      expect((await flightsAs(query, { Accept: mediaType })).text).toBe(text);
      const features = featuresOf(text);
      expect(features.map(({ properties }) => properties["callsign_used"])).toEqual(["flown", "circle", "polygon"]);
      expect(features.map(({ properties }) => [properties["geometry_source"], properties["region_radius"]])).toEqual([
        ["track", null],
        ["region", 500],
        ["region", null],
      ]);
      expect(features.map(({ geometry }) => geometry)).toEqual([
        {
          type: "MultiLineString",
          coordinates: [
            [
              [14, 50.0001, 255.25],
              [14, 50.0002],
            ],
            [
              [14, 50.009, 255.25],
              [14, 50.009, 255.25],
            ],
          ],
        },
        { type: "Point", coordinates: [14, 50] },
        { type: "Polygon", coordinates: [outline] },
      ]);
    }
  });

  it("has the position of a region that a take-off made in the order of GeoJSON", async () => {
    const device = await people.readyDevice();
    const body = { takeoff_latitude: 50.5, takeoff_longitude: 15.5 };
    await people.call("POST", `/v1/flights?via_serial_number=${device.serial_number}`, body);
    const { text } = await flightsAs(`device=${device.id}&format=geojson`);
    expect(featuresOf(text)[0]).toMatchObject({
      geometry: { type: "Point", coordinates: [15.5, 50.5] },
      properties: { geometry_source: "region", region_radius: 1000 },
    });
  });

  it("is downloaded under a speaking name", async () => {
    const { response } = await flightsAs("format=geojsonseq&_download");
    expect(response.headers.get("Content-Disposition")).toMatch(/flights-2026-11-20\.geojsons/);
  });

  it.skipIf(!ogr2ogr.isInstalled).each(FORMATS_ON_MAPS)("is read by GDAL from %s", async (format) => {
    const { text } = await flightsAs(`owner=${people.alice.id}&format=${format}`);
    const file = join(folder, `flights.${FORMATS[format].extension}`);
    await writeFile(file, text);
    const rows = ogr2ogr.read("-f", "CSV", "/vsistdout/", file, "-select", "geometry_source,status");
    expect(rows.trim().split(/\r?\n/)).toHaveLength(featuresOf(text).length + 1);
    expect(rows).toContain("track");
  });
});
