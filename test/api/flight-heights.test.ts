import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { FlightImport } from "../../server/contracts/flight-import.ts";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { loadGeoid } from "../../server/kernel/geoid.ts";
import { sharedData } from "../support/shared-data.ts";
import { startFlightsStation, telemetryOf } from "./flights-station.ts";

/** Heights and speeds of imported flights: what is not in a log is unknown, or derived and marked as such. */

const people = await startFlightsStation();
afterAll(() => people[Symbol.asyncDispose]());
const { call, detail, pointsOf, post, text } = people;

/** About where the geoid of EGM96 is 45.6 m above the ellipsoid. */
const PLACE = { latitude: 50, longitude: 14 };
const { ellipsoidFromSeaLevelM, seaLevelFromEllipsoidM } = await loadGeoid();

let days = 0;
type Point = { readonly second: number; readonly north?: number; readonly more?: string };
/** A flight of its own day; `north` in degrees, a tenth of a thousandth (11.1 m) a second unless given. */
function gpx(points: readonly Point[]): string {
  const day = Date.UTC(2026, 7, ++days);
  const track = points.map(({ second, north = second / 10_000, more = "" }) => {
    const time = new Date(day + second * 1000).toISOString();
    return `<trkpt lat="${(50 + north).toFixed(7)}" lon="14"><time>${time}</time>${more}</trkpt>`;
  });
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${track.join("")}</trkseg></trk></gpx>`;
}
const seconds = (count: number, more?: (second: number) => string): readonly Point[] =>
  Array.from({ length: count }, (_, second) => ({ second, ...(more && { more: more(second) }) }));

/** Imports a log with one flight, and waits until its statistics are computed. */
async function importLog(log: string | Uint8Array, query = ""): Promise<string> {
  const { status, text: answer } = await post(`/station/v1/flight-imports${query}`, "application/octet-stream", log);
  if (status !== 200) throw new Error(answer);
  const id = (JSON.parse(answer) as FlightImport).flights[0]!.id!;
  await expect.poll(async () => (await detail(id)).status).toBe("finished");
  return id;
}

describe("a height above mean sea level in a log", () => {
  const day = "2026-06-01T10:00:0";
  const KML_POINT = (second: number) =>
    `<Placemark><TimeStamp><when>${day}${second}Z</when></TimeStamp><Point><altitudeMode>absolute</altitudeMode><coordinates>14,50,${300 + second}</coordinates></Point></Placemark>`;
  it.each([
    ["GPX", gpx(seconds(3, (second) => `<ele>${300 + second}</ele>`))],
    ["KML", `<kml><Document><Folder>${[0, 1, 2].map(KML_POINT).join("")}</Folder></Document></kml>`],
    [
      "CSV",
      `time,latitude,longitude,altitude_msl\n${[0, 1, 2].map((n) => `2026-06-02T10:00:0${n}Z,50,14,${300 + n}`).join("\n")}\n`,
    ],
    [
      "DJI subtitles",
      [0, 1, 2]
        .map(
          (n) =>
            `${n + 1}\n00:00:0${n},000 --> 00:00:0${n},900\n2026-06-03 10:00:0${n}.000\n[latitude: 50] [longitude: 14] [rel_alt: 5 abs_alt: ${300 + n}]\n`,
        )
        .join("\n"),
    ],
  ])("is converted to the ellipsoid for a flight's telemetry and marked as converted: %s", async (_format, log) => {
    const id = await importLog(log);
    const points = await pointsOf(id);
    expect(points.map(({ geo_altitude }) => geo_altitude)).toEqual(
      points.map(({ location }, n) =>
        expect.closeTo(ellipsoidFromSeaLevelM({ latitude: location.lat, longitude: location.lon }, 300 + n), 3),
      ),
    );
    expect(points[0]!.geo_altitude! - 300).toBeCloseTo(45.6, 0);
    for (const { derived } of points) expect(derived).toContain("geo_altitude");
    const [header, first] = (await text(telemetryOf(id, "?format=csv"))).split("\r\n");
    expect(header!.split(",").at(-1)).toBe("derived");
    expect(first).toMatch(/geo_altitude/);
    const combined = (await call("GET", `/v1/flights/${id}/telemetry-with-status`)).body as readonly FlightPoint[];
    expect(combined.map(({ geo_altitude }) => geo_altitude)).toEqual(points.map(({ geo_altitude }) => geo_altitude));
    expect(combined[0]!.derived).toContain("geo_altitude");

    const { body } = await call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`);
    const [record] = body as readonly UaTelemetry[];
    expect(record!.altitudes.filter(({ type }) => type !== "ATO")).toEqual([
      { type: "MSL", value: 300, accuracy: null },
    ]);
    expect((await detail(id)).max_flight_altitude).toBe(302);
  });

  it("does not replace a recorded height above the ellipsoid", async () => {
    const id = await importLog(
      `time,latitude,longitude,altitude_msl,altitude_wgs84\n2026-06-04T10:00:00Z,50,14,300,340\n2026-06-04T10:00:01Z,50,14,,341\n`,
    );
    const points = await pointsOf(id);
    expect(points.map(({ geo_altitude }) => geo_altitude)).toEqual([340, 341]);
    for (const { derived } of points) expect(derived ?? []).not.toContain("geo_altitude");
  });
});

describe("the greatest height of an imported flight", () => {
  it.each([
    ["is above sea level, converted from the ellipsoid", "altitude_wgs84", 400, seaLevelFromEllipsoidM(PLACE, 400)],
    ["is unknown where heights are above a take-off of unknown height", "altitude_ato", 30, null],
    ["is unknown where there are no heights", "battery", 30, null],
  ])("%s", async (_what, column, value, expected) => {
    const day = String(10 + ++days).padStart(2, "0");
    const id = await importLog(
      `time,latitude,longitude,${column}\n2026-05-${day}T10:00:00Z,50,14,${value - 10}\n2026-05-${day}T10:00:01Z,50,14,${value}\n`,
    );
    const { max_flight_altitude } = await detail(id);
    expect(max_flight_altitude).toEqual(expected === null ? null : expect.closeTo(expected, 3));
  });
});

describe("the velocity of a flight whose log has none", () => {
  const velocities = async (id: string) =>
    (await pointsOf(id)).map(({ velocity: { x, y, z }, derived }) => ({ x, y, z, derived }));

  it("is derived from the track, and marked as derived", async () => {
    const id = await importLog(gpx(seconds(4, (second) => `<ele>${300 + 2 * second}</ele>`)));
    const derived = ["velocity", "vertical_velocity", "geo_altitude"];
    const expected = { x: expect.closeTo(0, 2), y: expect.closeTo(11.12, 2), z: expect.closeTo(2, 2), derived };
    expect(await velocities(id)).toEqual([expected, expected, expected, expected]);
    const newestFirst = (await call("GET", telemetryOf(id, "?ordering=-time"))).body as readonly FlightPoint[];
    expect(newestFirst.map(({ velocity }) => velocity.y)).toEqual([0, 1, 2, 3].map(() => expect.closeTo(11.12, 2)));
    const { body } = await call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`);
    expect((body as readonly UaTelemetry[])[0]!.velocity.horizontal_speed).toBeNull();
  });

  it("is the same on a page of the track as in all of it", async () => {
    const id = await importLog(gpx(seconds(5, (second) => `<ele>${300 + second * second}</ele>`)));
    for (const ordering of ["time", "-time"]) {
      const whole = await pointsOf(id, `?ordering=${ordering}`);
      expect(new Set(whole.map(({ velocity }) => velocity.z)).size).toBeGreaterThan(2);
      for (const offset of whole.keys()) {
        expect(await pointsOf(id, `?ordering=${ordering}&limit=2&offset=${offset}`)).toEqual(
          whole.slice(offset, offset + 2),
        );
      }
    }
  });

  it("is unknown, and not 0, where the track does not tell: without heights, after a gap, at a jump", async () => {
    const gap = [0, 1, 40].map((second) => ({ second }));
    expect((await velocities(await importLog(gpx(gap)))).map(({ y, z }) => [y && Math.round(y), z])).toEqual([
      [11, null],
      [11, null],
      [null, null],
    ]);
    const jump = [{ second: 0 }, { second: 1 }, { second: 2, north: 1 }, { second: 3 }, { second: 4 }];
    expect((await velocities(await importLog(gpx(jump)))).map(({ y }) => y && Math.round(y))).toEqual([
      11,
      11,
      null,
      11,
      11,
    ]);
    expect(await velocities(await importLog(gpx([{ second: 0 }])))).toEqual([
      { x: null, y: null, z: null, derived: ["velocity", "vertical_velocity"] },
    ]);
  });

  it("has the direction of the track where the log has a speed only, and is as recorded where it has both", async () => {
    const speed = await importLog(gpx(seconds(3, () => "<speed>9</speed>")));
    expect(await velocities(speed)).toEqual(
      [0, 1, 2].map(() => ({ x: expect.closeTo(0, 2), y: 9, z: null, derived: ["velocity", "vertical_velocity"] })),
    );
    const both = await importLog(gpx(seconds(3, () => "<speed>9</speed><course>90</course>")));
    expect(await velocities(both)).toEqual(
      [0, 1, 2].map(() => ({ x: 9, y: expect.closeTo(0, 2), z: null, derived: ["vertical_velocity"] })),
    );
  });
});

describe("the distance of a flight", () => {
  it("leaves out moves that no aircraft can make", async () => {
    const wrong = await importLog(
      gpx([0, 1, 2, 3, 4].map((second) => (second === 2 ? { second, north: 1 } : { second }))),
    );
    expect((await detail(wrong)).distance).toBeCloseTo(44.5, 0);
    const { body } = await call("GET", `/v2/airspace/operations/${wrong}/statistics`);
    expect((body as { readonly total_distance: number }).total_distance).toBeCloseTo(44.5, 0);
  });
});

const airdata = sharedData("airdata-dji-mini2", "mini-2_2021-09-05_1923.gpx");
const ulog = sharedData("px4tools", "19_56_46.ulg");

describe("real logs", () => {
  it.skipIf(airdata === undefined)(
    "of AirData: derived speeds are about those recorded, sea level is 21 m below the ellipsoid",
    async () => {
      const log = readFileSync(airdata!, "utf8");
      const recorded = await pointsOf(await importLog(log));
      const derived = await pointsOf(await importLog(log.replaceAll(/<speed>.*?<\/speed>/g, "")));
      const speedOf = ({ velocity: { x, y } }: FlightPoint) => Math.hypot(x!, y!);
      const errors = derived.map((point, index) => Math.abs(speedOf(point) - speedOf(recorded[index]!)));
      const sorted = errors.filter((error) => !Number.isNaN(error)).toSorted((a, b) => a - b);
      expect(sorted.length).toBeGreaterThan(10_000);
      expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThan(1);
      const elevations = [...log.matchAll(/<ele>(.*?)<\/ele>/g)].map(([, ele]) => Number(ele));
      for (const [index, { geo_altitude }] of derived.entries()) {
        expect(Math.abs(geo_altitude! - elevations[index]! + 21)).toBeLessThan(1);
      }
    },
  );

  it.skipIf(ulog === undefined)("of PX4: heights above sea level are converted point by point", async () => {
    const id = await importLog(readFileSync(ulog!), "?started=2026-01-01T10:00:00Z");
    const { body } = await call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`);
    const points = await pointsOf(id);
    expect(points.length).toBeGreaterThan(10);
    for (const [index, { location, altitudes }] of (body as readonly UaTelemetry[]).entries()) {
      const mslM = altitudes.find(({ type }) => type === "MSL")!.value;
      expect(points[index]!.geo_altitude).toBeCloseTo(ellipsoidFromSeaLevelM(location, mslM), 3);
      expect(points[index]!.derived).toContain("geo_altitude");
    }
  });
});
