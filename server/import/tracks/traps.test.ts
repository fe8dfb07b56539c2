import { expect, it } from "vitest";
import { found, OPTIONS } from "./log.fixture.ts";
import { decodeTracks } from "./tracks.decode.ts";
import { gpx, iso, subtitle, T0, trk, trkpt } from "./traps.fixture.ts";

const kml = (inside: string) => `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;

it("reads units from the headers of a table, also if names begin with a space", async () => {
  const { points } = await found(
    "datetime(utc),latitude,longitude,height_above_takeoff(feet),altitude_above_seaLevel(feet),speed(mph), xSpeed(mph), ySpeed(mph), zSpeed(mph)\n" +
      "2026-04-01 10:00:00,50,14,100,200,10,10,0,2\n",
  );
  expect(points).toMatchObject([
    {
      altitudeAtoMm: 30_480,
      altitudeMslMm: 60_960,
      horizontalSpeedMmps: 4470,
      velocityNorthMmps: 4470,
      velocityEastMmps: 0,
      velocityUpMmps: -894,
      headingCdeg: 0,
    },
  ]);
});

it("counts milliseconds since the start where the clock of a table has whole seconds", async () => {
  const rows = [0, 100, 900, 1000].map((ms) => `${ms},2026-04-01 10:00:0${Math.floor(ms / 1000)},50,14`);
  const { points } = await found(`time(millisecond),datetime(utc),latitude,longitude\n${rows.join("\n")}`);
  expect(points.map(({ timeMs }) => timeMs - T0)).toEqual([0, 100, 900, 1000]);
});

it("spreads points of one whole second over it, and those of one millisecond by a millisecond", async () => {
  const coarse = [0, 0, 0, 0, 0, 1000].map((afterMs) => trkpt(afterMs));
  expect((await found(gpx(trk(...coarse)))).points.map(({ timeMs }) => timeMs - T0)).toEqual([
    0, 200, 400, 600, 800, 1000,
  ]);
  const fine = [100, 100, 200].map((afterMs) => trkpt(afterMs));
  expect((await found(gpx(trk(...fine)))).points.map(({ timeMs }) => timeMs - T0)).toEqual([100, 101, 200]);
});

it("reads tables with semicolons and decimal commas, quotes, a byte order mark, and old line ends", async () => {
  const { points } = await found(
    '\ufeff"Latitude [deg]";"Longitude [deg]";Timestamp\r\n"50,5";14;1775037600\r\n50.25;"14.5";2026-04-01T12:00:01+02:00\r\n',
  );
  expect(points).toMatchObject([
    { latitudeE7: 505_000_000, longitudeE7: 140_000_000, timeMs: T0 },
    { latitudeE7: 502_500_000, longitudeE7: 145_000_000, timeMs: T0 + 1000 },
  ]);
});

it("leaves out a height whose reference is not declared", async () => {
  const { points, notes } = await found(`timestamp,latitude,longitude,altitude\n${iso(0)},50,14,120\n`);
  expect(points).toMatchObject([
    { altitudeMslMm: null, altitudeWgs84Mm: null, altitudeAtoMm: null, altitudeAglMm: null },
  ]);
  expect(notes).toEqual(["The column `altitude` does not say what the height is above: it is left out."]);
});

it("keeps heights above sea level, the ellipsoid, the ground and the take-off apart", async () => {
  const header = "timestamp,latitude,longitude,altitude_msl,altitude_wgs84,altitude_agl,altitude_ato,altitude_pressure";
  expect((await found(`${header}\n${iso(0)},50,14,300,345,20,25,290\n`)).points).toMatchObject([
    {
      altitudeMslMm: 300_000,
      altitudeWgs84Mm: 345_000,
      altitudeAglMm: 20_000,
      altitudeAtoMm: 25_000,
      altitudePressureMm: 290_000,
    },
  ]);
  expect((await found(`timestamp,latitude,longitude,altitude_wgs84\n${iso(0)},50,14,345\n`)).points).toMatchObject([
    { altitudeMslMm: null, altitudeWgs84Mm: 345_000 },
  ]);
});

it("drops 0,0 before the first fix, places that cannot be, and times that cannot be", async () => {
  const { points, dropped } = await found(
    gpx(
      trk(
        trkpt(0, 0, 0),
        trkpt(100, 91, 0),
        trkpt(200, 0, -180.5),
        trkpt(300),
        trkpt(null),
        trkpt(-30 * 365.25 * 86_400_000),
        trkpt(40 * 86_400_000),
      ),
    ),
  );
  expect(points).toHaveLength(1);
  expect(dropped).toEqual({ no_fix: 1, out_of_range: 2, no_time: 1, absurd_time: 2 });
});

it("keeps places on the equator and on the first meridian", async () => {
  expect((await found(gpx(trk(trkpt(0, 0, 10), trkpt(1, 10, 0), trkpt(2, 90, 180))))).points).toHaveLength(3);
});

it("starts another flight after a gap of more than 15 minutes, and not after one of 35 seconds", async () => {
  const at = (...afterS: readonly number[]) => found(gpx(trk(...afterS.map((s) => trkpt(s * 1000)))));
  expect((await at(0, 35, 63)).tracks.map(({ length }) => length)).toEqual([3]);
  expect((await at(0, 900, 901)).tracks.map(({ length }) => length)).toEqual([3]);
  expect((await at(0, 900.001, 901)).tracks.map(({ length }) => length)).toEqual([1, 2]);
  expect((await at(0, 973, 974)).flights.map(({ firstMs, lastMs }) => [firstMs - T0, lastMs - T0])).toEqual([
    [0, 0],
    [973_000, 974_000],
  ]);
});

it("makes a flight of each track of a GPX, each folder of a KML and each operation of a table", async () => {
  expect((await found(gpx(trk(trkpt(0)) + trk(trkpt(1000))))).tracks).toHaveLength(2);
  const placemark = (afterMs: number) =>
    `<Placemark><TimeStamp><when>${iso(afterMs)}</when></TimeStamp><Point><coordinates>14,50</coordinates></Point></Placemark>`;
  const folders = await found(
    kml(`<Folder><name>A</name>${placemark(0)}</Folder><Folder><name>B</name>${placemark(1)}${placemark(2)}</Folder>`),
  );
  expect(folders.flights.map(({ name, points }) => [name, points.count()])).toEqual([
    ["A", 1],
    ["B", 2],
  ]);
  const table = await found(
    `timestamp,operation_id,latitude,longitude\n${iso(0)},a,50,14\n${iso(1)},b,51,15\n${iso(2)},a,50,14\n`,
  );
  expect(table.flights.map(({ name, points }) => [name, points.count()])).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
});

it("reads a KML without times as points a second apart, and its home", async () => {
  const { flights, points } = await found(
    kml(
      "<Placemark><name>Home</name><Point><coordinates>14,50,0</coordinates></Point></Placemark>" +
        "<Placemark><LineString><altitudeMode>absolute</altitudeMode><coordinates>\n14.1,50,300\n 14.2,50,301 </coordinates></LineString></Placemark>",
    ),
  );
  expect(flights).toMatchObject([{ times: "none", home: { latitude: 50, longitude: 14 } }]);
  expect(
    points.map(({ timeMs, longitudeE7, altitudeMslMm }) => [timeMs - OPTIONS.startMs, longitudeE7, altitudeMslMm]),
  ).toEqual([
    [0, 141_000_000, 300_000],
    [1000, 142_000_000, 301_000],
  ]);
});

it("reads a `gx:Track`, and no height that is measured from the ground as one above sea level", async () => {
  const { points } = await found(
    kml(
      `<Placemark><name>T</name><gx:Track><altitudeMode>relativeToGround</altitudeMode><when>${iso(0)}</when><when>${iso(5)}</when><gx:coord>14 50 30</gx:coord><gx:coord>14 51 31</gx:coord></gx:Track></Placemark>`,
    ),
  );
  expect(points).toMatchObject([
    { timeMs: T0, altitudeMslMm: null, altitudeAglMm: 30_000 },
    { timeMs: T0 + 5, altitudeAglMm: 31_000 },
  ]);
});

it("does not count the line that is drawn through points with times", async () => {
  const point = `<Placemark><TimeStamp><when>${iso(0)}</when></TimeStamp><Point><coordinates>14,50</coordinates></Point></Placemark>`;
  const line = "<Placemark><LineString><coordinates>14,50 14,51</coordinates></LineString></Placemark>";
  const { points, dropped } = await found(kml(`<Folder>${point}${line}</Folder>`));
  expect([points.length, dropped]).toEqual([1, {}]);
});

it("reads a GPX that no schema accepts", async () => {
  const { points } = await found(
    gpx(
      trk(
        `<trkpt lon='14' lat="50"><ele>5.5</ele><speed>2.5</speed><time> ${iso(0)} </time><course>-90</course></trkpt>`,
      ),
    ),
  );
  expect(points).toMatchObject([{ timeMs: T0, altitudeMslMm: 5500, horizontalSpeedMmps: 2500, headingCdeg: 27_000 }]);
});

it("reads longitude before latitude in subtitles, and latitude first where a height follows", async () => {
  const clock = "2026.04.01 10:00:00";
  expect(
    (await found(subtitle(1, `HOME(14.5,50.5) ${clock}`, "GPS(14.5,50.25,16) BAROMETER:1.9"))).points,
  ).toMatchObject([{ latitudeE7: 502_500_000, longitudeE7: 145_000_000, altitudeAtoMm: 1900, timeMs: T0 }]);
  expect((await found(subtitle(1, clock, "GPS(36.6146,-6.1120,0.0M) BAROMETER:0.3M"))).points).toMatchObject([
    { latitudeE7: 366_146_000, longitudeE7: -61_120_000 },
  ]);
  expect((await found(subtitle(1, clock, "GPS(-6.5, 149.0, 9) BAROMETER:0.3"))).points).toMatchObject([
    { latitudeE7: -65_000_000, longitudeE7: 1_490_000_000 },
  ]);
});

it('reads "longtitude", and drops rows of which the place is N/A', async () => {
  const { points, dropped } = await found(
    subtitle(1, "2026-04-01 10:00:00,250,111", "[latitude : 50.5] [longtitude : 14.5] [rel_alt: 3 abs_alt: 300]") +
      subtitle(2, "HOME(14,50) 2026.04.01 10:00:01", "GPS(N/A,N/A,3) BAROMETER:0.0"),
  );
  expect(points).toMatchObject([
    { longitudeE7: 145_000_000, timeMs: T0 + 250, altitudeAtoMm: 3000, altitudeMslMm: 300_000 },
  ]);
  expect(dropped).toEqual({ no_fix: 1 });
});

it("counts from a given start where subtitles have no clock, and by a given offset where it is local", async () => {
  const elapsed = await found(
    subtitle(3, "F/2.8, ISO 260, GPS (14.5, 50.5, 17), D 221.21m, H 200.70m, H.S 2.50m/s, V.S n/a"),
  );
  expect(elapsed.flights).toMatchObject([{ times: "elapsed", firstMs: OPTIONS.startMs + 3000 }]);
  expect(elapsed.points).toMatchObject([
    { altitudeAtoMm: 200_700, horizontalSpeedMmps: 2500, verticalSpeedMmps: null },
  ]);
  const local = await decodeTracks(
    (async function* () {
      yield new TextEncoder().encode(subtitle(1, "2026.04.01 12:00:00", "GPS(14,50,9)"));
    })(),
    { ...OPTIONS, utcOffsetMinutes: 120 },
  );
  expect(local).toMatchObject({ flights: [{ times: "local", firstMs: T0 }] });
});

it("reads a DataFlash log of ArduPilot: week of GPS, degrees, no fix", async () => {
  const text = (value: string, bytes: number) => Buffer.from(value.padEnd(bytes, "\0"), "latin1");
  const labels = "TimeUS,Status,GMS,GWk,Lat,Lng,Alt,Spd,GCrs,VZ";
  const format = Buffer.concat([
    Buffer.of(0xa3, 0x95, 0x80, 7, 42),
    text("GPS", 4),
    text("QBIHLLffff", 16),
    text(labels, 64),
  ]);
  const gps = (status: number, week = 2412) => {
    const record = Buffer.alloc(42);
    record.set([0xa3, 0x95, 7]);
    record.writeUInt8(status, 11);
    record.writeUInt32LE(208_818_000, 12);
    record.writeUInt16LE(week, 16);
    record.writeInt32LE(500_000_000, 18);
    record.writeInt32LE(-140_000_000, 22);
    [301.5, 5, 90, -1].forEach((value, index) => record.writeFloatLE(value, 26 + index * 4));
    return record;
  };
  const { points, dropped, format: name } = await found(Buffer.concat([format, gps(1), Buffer.of(1, 2, 3), gps(3)]));
  expect([name, dropped]).toEqual(["dataflash", { no_fix: 1 }]);
  expect(points).toMatchObject([
    {
      timeMs: Date.UTC(1980, 0, 6) + 2412 * 7 * 86_400_000 + 208_800_000,
      latitudeE7: 500_000_000,
      longitudeE7: -140_000_000,
      altitudeMslMm: 301_500,
      horizontalSpeedMmps: 5000,
      headingCdeg: 9000,
      verticalSpeedMmps: 1000,
    },
  ]);
  // GPS time is ahead of UTC by one second more since 2015-07-01, and by another since 2017-01-01.
  const older = await found(Buffer.concat([format, gps(3, 1795), gps(3, 1900)]));
  const weeksMs = [1795, 1900].map((week) => Date.UTC(1980, 0, 6) + week * 7 * 86_400_000);
  expect(older.points.map(({ timeMs }, at) => weeksMs[at]! + 208_818_000 - timeMs)).toEqual([16_000, 17_000]);
});
