import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { FlightImport } from "../../server/contracts/flight-import.ts";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { sharedData } from "../support/shared-data.ts";
import { startFlightsStation, telemetryOf } from "./flights-station.ts";

const MEDIA = {
  json: "application/json",
  csv: "text/csv",
  gpx: "application/gpx+xml",
  kml: "application/vnd.google-earth.kml+xml",
  ndjson: "application/x-ndjson",
} as const;

/** Real logs and the number of points of their flights, as `../shared/data/README.md` gives them. */
const LOGS = [
  ["airdata-dji-mini2", "mini-2_2021-09-05_1923.csv", [11_609]],
  ["airdata-dji-mini2", "mini-2_2021-09-05_1923.gpx", [10_941]],
  ["airdata-dji-mini2", "mini-2_2021-09-05_1923.kml", [2284]],
  ["dronekit-tlog", "flight.tlog", [2684]],
  ["px4tools", "01_07_59.px4log", [354]],
  ["px4tools", "19_56_46.ulg", [20]],
  ["dji-flightrecord-txt", "DJIFlightRecord_2015-06-10_[12-38-57].txt", [2246]],
  ["dji-flightrecord-txt", "DJIFlightRecord_2017-09-21_[15-37-52].txt", [227]],
  ["dji-srt", "MAVIC3.srt", [12_318]],
  // Two flights: there are 973 seconds between them.
  ["dji-srt", "mavic_2pro_new.SRT", [4714, 4238]],
  ["dji-srt", "mavic_pro.SRT", [468]],
  ["dji-srt", "mavic_2_style.SRT", [468]],
  ["dji-srt", "old_format.SRT", [468]],
  ["dji-srt", "mavic_pro_buggy.SRT", [530]],
  ["dji-srt", "matrice_300.srt", [381]],
] as const;

/** Refused files, and a part of the message. */
const REFUSED = [
  ["airdata-dji-mini2", "mini-2_DJIFlightRecord_2021-09-05_[19-23-47].txt", "needs a key"],
  ["dji-srt", "broken_empty.SRT", "empty"],
  ["dji-srt", "mavic_air.SRT", "no positions"],
  ["dronekit-tlog", "log_upload_test.tlog", "never a GNSS fix"],
  ["derived-mavlink-odid", "mini2_individual_messages.tlog", "replay it as a source"],
] as const;

const isThere = sharedData("airdata-dji-mini2", "mini-2_2021-09-05_1923.csv") !== undefined;

describe.skipIf(!isThere)("real logs, imported over HTTP", async () => {
  const people = isThere ? await startFlightsStation() : undefined;
  afterAll(() => people?.[Symbol.asyncDispose]());

  async function read(path: string, accept: string): Promise<string> {
    const headers = { Authorization: `Bearer ${people!.asAlice}`, Accept: accept };
    const response = await fetch(people!.station.url + path, { headers });
    expect([path, response.status]).toEqual([path, 200]);
    return response.text();
  }

  async function importLog(body: string | Uint8Array): Promise<FlightImport> {
    // For a log with absolute times the given start has no effect.
    const path = "/station/v1/flight-imports?visibility=private&started=2020-01-01T00:00:00Z";
    const { status, text } = await people!.post(path, "application/octet-stream", body);
    expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as FlightImport;
  }

  const inTheAirspace = (id: string) => `/v2/airspace/telemetry/ua?operation_id=${id}`;
  async function recordsOf(id: string): Promise<readonly Omit<UaTelemetry, "operation_id">[]> {
    const lines = (await read(inTheAirspace(id), MEDIA.ndjson)).trimEnd().split("\n");
    return lines.map((line) => {
      const { operation_id: _id, ...rest } = JSON.parse(line) as UaTelemetry;
      return rest;
    });
  }

  /** The fields that a map format has: accuracies and the components of a velocity are missing. */
  const onMap = (record: Omit<UaTelemetry, "operation_id">) => ({
    timestamp: record.timestamp,
    place: [record.location?.latitude, record.location?.longitude],
    heights: record.altitudes.flatMap(({ type, value }) => (type === "pressure" ? [] : [[type, value]])),
    motion: [record.velocity?.heading, record.velocity?.horizontal_speed, record.velocity?.vertical_speed],
  });
  const pointOnMap = ({ time, location, geo_altitude, height }: FlightPoint) => ({
    time,
    location,
    geo_altitude,
    height,
  });

  /**
   * What was derived counts as recorded once it is uploaded. A velocity that was unknown, because the log has a speed and
   * no course, may be derived after that: the speed alone has no field.
   */
  const comparable = (points: readonly FlightPoint[], flown: readonly FlightPoint[]) =>
    points.map(({ derived: _derived, velocity, ...point }, index) => ({
      ...point,
      velocity: flown[index]?.velocity.x === null ? { ...velocity, x: null, y: null } : velocity,
    }));

  it.each(LOGS)(
    "%s/%s gives its points, and every export gives the same points when imported",
    async (folder, name, points) => {
      const { flights } = await importLog(readFileSync(sharedData(folder, name)!));
      expect(flights.map((flight) => flight.points)).toEqual(points);
      for (const [index, { id }] of flights.entries()) {
        const flown = JSON.parse(await read(telemetryOf(id!), MEDIA.json)) as readonly FlightPoint[];
        const records = await recordsOf(id!);
        expect([flown.length, records.length]).toEqual([points[index], points[index]]);

        // As it is downloaded and uploaded again, into a flight that is planned.
        for (const format of ["json", "csv", "gpx", "kml"] as const) {
          const copy = await people!.plan({ visibility: "private" });
          const body = await read(telemetryOf(id!, `?format=${format}`), "*/*");
          expect((await people!.post(telemetryOf(copy.id), MEDIA[format], body)).status).toBe(200);
          const back = await people!.pointsOf(copy.id);
          const isMap = format === "gpx" || format === "kml";
          expectSame(
            isMap ? back.map(pointOnMap) : comparable(back, flown),
            isMap ? flown.map(pointOnMap) : comparable(flown, flown),
          );
        }

        // As it is exported from the airspace and imported again.
        for (const format of ["csv", "gpx", "kml"] as const) {
          const imported = await importLog(await read(inTheAirspace(id!), MEDIA[format]));
          expect([format, imported.flights.map((flight) => flight.points), imported.dropped]).toEqual([
            format,
            [points[index]],
            {},
          ]);
          const back = await recordsOf(imported.flights[0]!.id!);
          expectSame(format === "csv" ? back : back.map(onMap), format === "csv" ? records : records.map(onMap));
        }
      }
    },
  );

  it.each(REFUSED)("%s/%s is refused in one sentence", async (folder, name, sentence) => {
    const total = async () => (await people!.call("GET", "/v1/flights")).headers.get("X-Total-Count");
    const before = await total();
    const body = readFileSync(sharedData(folder, name)!);
    const { status, text } = await people!.post("/station/v1/flight-imports", "application/octet-stream", body);
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: "unreadable_log", messages: [expect.stringContaining(sentence)] },
    ]);
    expect(await total()).toBe(before);
  });
});

/** Compares lists of ten thousand points: Node's comparison is stricter than `toEqual`, and several times as fast. */
function expectSame(actual: readonly object[], expected: readonly object[]): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
