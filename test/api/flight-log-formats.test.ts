import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { FlightImport } from "../../server/contracts/flight-import.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { findReader } from "../export/reader.ts";
import { sharedData } from "../support/shared-data.ts";
import { startFlightsStation } from "./flights-station.ts";

const gpsbabel = findReader("gpsbabel", "-V");
const people = await startFlightsStation();
const folder = mkdtempSync(join(tmpdir(), "fieldstation-formats-"));
afterAll(async () => {
  await people[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function importLog(body: string | Uint8Array, query = "") {
  const { status, text } = await people.post(`/station/v1/flight-imports${query}`, "application/octet-stream", body);
  return { status, body: JSON.parse(text) as FlightImport & { readonly messages: readonly string[] } };
}

async function imported(body: string | Uint8Array, query = ""): Promise<FlightImport> {
  const { status, body: summary } = await importLog(body, query);
  expect([status, summary.messages]).toEqual([200, undefined]);
  return summary;
}

async function recordsOf(id: string): Promise<readonly UaTelemetry[]> {
  return (await people.call("GET", `/v2/airspace/telemetry/ua?operation_id=${id}`)).body as readonly UaTelemetry[];
}

const trkpt = (second: number, day = "01") =>
  `<trkpt lat="${50 + second / 1000}" lon="14"><ele>${200 + second}</ele><time>2026-09-${day}T10:00:0${second}Z</time></trkpt>`;
const GPX = `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="50.1" lon="14.1"><ele>200</ele><time>2026-09-01T07:00:00Z</time><name>Start</name></wpt>
  <wpt lat="50.2" lon="14.2"><time>2026-09-01T12:00:00Z</time><name>Tower</name></wpt>
  <rte><name>Way</name><rtept lat="51" lon="14"><name>a</name></rtept><rtept lat="51.1" lon="14"><name>b</name></rtept></rte>
  <trk><name>North</name><trkseg>${[0, 1, 2].map((second) => trkpt(second)).join("")}</trkseg></trk>
  <trk><name>Later</name><trkseg>${[3, 4].map((second) => trkpt(second, "02")).join("")}</trkseg></trk></gpx>`;

function converted(format: string, ...options: readonly string[]): string {
  const path = join(folder, "log.gpx");
  writeFileSync(path, GPX);
  return gpsbabel.read(...options, "-i", "gpx", "-f", path, "-o", format, "-F", "-");
}

const named = ({ flights }: FlightImport) => flights.map(({ name, points }) => [name, points]);

describe("a GPX", () => {
  it("has its tracks, and reports that its waypoints are no track", async () => {
    const summary = await imported(GPX);
    expect([named(summary), summary.dropped]).toEqual([
      [
        ["North", 3],
        ["Later", 2],
      ],
      { waypoint: 4 },
    ]);
    const waypoints = GPX.replace(/<trk>.*<\/trk>/s, "");
    expect((await importLog(waypoints)).body.messages).toEqual([
      "The file contains no track of a flight, only waypoints.",
    ]);
  });
});

describe.skipIf(!gpsbabel.isInstalled)("what gpsbabel writes", () => {
  it.each(["kml", "kml,track=1", "kml,points=0,track=1"])(
    "as %s gives each track once, and no waypoint",
    async (format) => {
      const { flights, dropped } = await imported(converted(format));
      expect(named({ flights } as FlightImport)).toEqual([
        ["North", 3],
        ["Later", 2],
      ]);
      expect(flights.map(({ times, date_started }) => [times, date_started])).toEqual([
        ["utc", "2026-09-01T10:00:00.000Z"],
        ["utc", "2026-09-02T10:00:03.000Z"],
      ]);
      // The line of the route has no times, and the other line is that of the track.
      expect(dropped).toEqual({ waypoint: 2, no_time: 2 });
    },
  );

  it("as a table has its date and its time of day in two columns", async () => {
    const { flights, notes } = await imported(converted("unicsv,utc=0", "-t"), "?utc_offset=0");
    expect(flights.map(({ date_started, points, times }) => [date_started, points, times])).toEqual([
      ["2026-09-01T10:00:00.000Z", 3, "local"],
      ["2026-09-02T10:00:03.000Z", 2, "local"],
    ]);
    expect(notes).toEqual([
      "The column `Altitude` does not say what the height is above: it is left out.",
      "The log has local times without a time zone: they are read as UTC.",
    ]);
  });
});

it("reads Garmin's KML: waypoints by another name, points and a path for each track", async () => {
  const at = (name: string, time: string, latitude: number) =>
    `<Placemark><name>${name}</name><TimeStamp><when>${time}</when></TimeStamp><Point><coordinates>14,${latitude}</coordinates></Point></Placemark>`;
  const points = [0, 1, 2].map((second) => at(`Track-${second}`, `2026-09-03T10:00:0${second}Z`, 50 + second / 1000));
  const path = "<LineString><coordinates>14,50 14,50.001 14,50.002</coordinates></LineString>";
  const summary = await imported(`<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
    <Folder><name>Wegpunkte</name>${at("Haus", "2026-09-03T07:00:00Z", 49)}${at("Turm", "2026-09-03T12:00:00Z", 48)}</Folder>
    <Folder><name>Tracks</name><Folder><name>ACTIVE LOG</name>
      <Placemark><name>Path</name>${path}</Placemark><Folder><name>Points</name>${points.join("")}</Folder>
    </Folder></Folder></Document></kml>`);
  expect([named(summary), summary.dropped]).toEqual([[["ACTIVE LOG", 3]], { waypoint: 2 }]);
});

describe("a table", () => {
  const PHANTOM = [
    "sep=,",
    "CUSTOM.date [local],CUSTOM.updateTime [local],OSD.flyTime [s],OSD.latitude,OSD.longitude,OSD.height [ft],OSD.altitude [ft],OSD.hSpeed [MPH],OSD.xSpeed [MPH],OSD.ySpeed [MPH],OSD.zSpeed [MPH],OSD.isOnGround,HOME.latitude,HOME.longitude,DETAILS.aircraftName,RECOVER.aircraftSerial",
    "9/4/2026,1:59:59.9 PM,0,0,0,0,0,0,0,0,0,True,,,Hawk,",
    "9/4/2026,2:00:00.00 PM,0.1,50.5,14.5,0,1000,0,0,0,0,True,50.5,14.5,Hawk,1581F45TB21AB3CD",
    "9/4/2026,2:00:00.10 PM,0.2,50.5001,14.5,100,1100,10,10,0,-2,False,50.5,14.5,Hawk,1581F45TB21AB3CD",
  ].join("\r\n");

  it("of PhantomHelp or CsvView is read with its units, its aircraft and its home", async () => {
    const { flights, dropped } = await imported(PHANTOM, "?utc_offset=120");
    expect([flights, dropped]).toMatchObject([
      [
        {
          points: 2,
          times: "local",
          date_started: "2026-09-04T12:00:00.000Z",
          aircraft_name: "Hawk",
          serial_number: "1581F45TB21AB3CD",
          home: { latitude: 50.5, longitude: 14.5 },
        },
      ],
      { no_fix: 1 },
    ]);
    const [onGround, inTheAir] = await recordsOf(flights[0]!.id!);
    expect([onGround!.operational_state, inTheAir!.operational_state]).toEqual(["grounded", "airborne"]);
    expect(inTheAir).toMatchObject({
      timestamp: "2026-09-04T12:00:00.100Z",
      location: { latitude: 50.5001, longitude: 14.5 },
      velocity: { heading: 0, horizontal_speed: 4.47, vertical_speed: 0.894 },
    });
    expect(inTheAir!.altitudes.map(({ type, value }) => [type, value])).toEqual(
      expect.arrayContaining([
        ["MSL", 335.28],
        ["ATO", 30.48],
      ]),
    );
  });

  it("of PhantomHelp without the date has only the time since its start", async () => {
    const undated = PHANTOM.replaceAll(/^(CUSTOM\.date \[local\]|9\/4\/2026),/gm, "");
    const preview = await imported(undated, "?preview=true");
    expect(preview.flights).toMatchObject([{ times: "elapsed", date_started: null, points: 2 }]);
    expect((await importLog(undated)).body.messages).toEqual([expect.stringMatching(/^started: /)]);
    const { flights } = await imported(undated, "?started=2026-09-05T10:00:00Z");
    expect(flights).toMatchObject([{ date_started: "2026-09-05T10:00:00.100Z" }]);
  });

  it.each([
    ["Date,Time,lat,lon\n2026-09-06,10:00:00,50,14\n", "2026-09-06T10:00:00.000Z"],
    ["date;time;lat;lon\n06.09.2026;10:00:00,25;50;14\n", "2026-09-06T10:00:00.250Z"],
    ["Date,Time,lat,lon\n13/09/2026,10:00:00,50,14.1\n", "2026-09-13T10:00:00.000Z"],
    ["Date,Time,lat,lon\n9/13/2026,12:00:01 AM,50,14.2\n", "2026-09-13T00:00:01.000Z"],
    ["datetime,lat,lon\n9/13/2026 1:00:01 PM,50,14.3\n", "2026-09-13T13:00:01.000Z"],
    ["Date (UTC),Time (UTC),lat,lon\n2026-09-06,10:00:00,50,14.4\n", "2026-09-06T10:00:00.000Z"],
    ["date,time,lat,lon\n2026-09-06,10:00:00+02:00,50,14.5\n", "2026-09-06T08:00:00.000Z"],
  ])("may have its times in two columns or in common written forms: %j", async (table, started) => {
    expect((await imported(table)).flights).toMatchObject([{ date_started: started, points: 1 }]);
  });

  it.each([
    ["lat,lon,Zeitpunkt,height\n50,14,10:00,3\n", "no column of times"],
    ["lat,lon,time,height\n50,14,shortly after ten,3\n", "are not understood, such as `shortly after ten`"],
    ["lat,lon,time,height\n50,14,10:00:00,3\n", "are not understood, such as `10:00:00`"],
    ["Date,time,lat,lon,height\n03/04/2026,10:00:00,50,14,3\n", "do not say which is the day"],
    ["Date,time,lat,lon,height\n31/02/2026,10:00:00,50,14,3\n", "are not understood"],
  ])(
    "whose times are not understood is refused with its columns, also where a start is given: %j",
    async (table, why) => {
      for (const query of ["", "?started=2026-09-01T10:00:00Z", "?preview=true"]) {
        const { status, body } = await importLog(table, query);
        expect([status, body.messages]).toEqual([400, [expect.stringContaining(why)]]);
        for (const name of table.split("\n", 1)[0]!.split(",")) expect(body.messages[0]).toContain(`\`${name}\``);
      }
    },
  );

  it("has no height in a unit that is not known", async () => {
    const { flights, notes } = await imported("time,lat,lon,altitude_msl (fathoms)\n2026-09-07T10:00:00Z,50,14,100\n");
    expect(notes).toEqual(["The unit of the column `altitude_msl (fathoms)` is not known: it is left out."]);
    expect((await recordsOf(flights[0]!.id!))[0]!.altitudes).toEqual([]);
  });
});

const djiRecord = sharedData("dji-flightrecord-txt", "DJIFlightRecord_2017-09-21_[15-37-52].txt");

it.skipIf(djiRecord === undefined)("writes `grounded` for a DJI aircraft that stands on the ground", async () => {
  const { flights } = await imported(readFileSync(djiRecord!), "?source_name=dji.txt");
  const states = new Set((await recordsOf(flights[0]!.id!)).map(({ operational_state: state }) => state));
  expect([...states].toSorted()).toEqual(["airborne", "grounded"]);
  const { import_note: note } = await people.detail(flights[0]!.id!);
  expect(note).toEqual({ source_name: "dji.txt", declared_aircraft: flights[0]!.aircraft_name });
});
