import { describe, expect, it } from "vitest";
import { encodeMavlinkFrame } from "../../kernel/mavlink.frame.encode.ts";
import { found, OPTIONS, tlogOf } from "./log.fixture.ts";

const T0 = Date.UTC(2026, 3, 1, 10);
const kml = (inside: string) => `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;
const subtitle = (second: number, ...lines: readonly string[]) =>
  `${second}\n00:00:0${second},000 --> 00:00:0${second},900\n${lines.join("\n")}\n\n`;
const GPS = "GPS(14,50,16) BAROMETER:1.9";

describe("one log has one clock", () => {
  it("a subtitle without the clock that the others have is not dated by the start", async () => {
    const log = subtitle(0, "2026.04.01 10:00:00", GPS) + subtitle(1, GPS) + subtitle(2, "2026.04.01 10:00:02", GPS);
    const { points, dropped } = await found(log);
    expect([points.map(({ timeMs }) => timeMs - T0), dropped]).toEqual([[0, 2000], { no_time: 1 }]);
  });

  it("a clock that starts to be there changes nothing for subtitles that are counted from the start", async () => {
    const { flights, points } = await found(subtitle(1, "F/2.8", GPS) + subtitle(2, "2026.04.01 10:00:02", GPS));
    expect(flights).toMatchObject([{ times: "elapsed" }]);
    expect(points.map(({ timeMs }) => timeMs - OPTIONS.startMs)).toEqual([1000, 2000]);
  });

  it("points of a ULog before its receiver knew the time are dated by those after", async () => {
    const utcUs = T0 * 1000;
    const late = await found(ulogOf([position(5_000_000, 0), position(6_000_000, utcUs), position(7_000_000, 0)]));
    expect(late.flights).toMatchObject([{ times: "utc" }]);
    expect(late.points.map(({ timeMs }) => timeMs - T0)).toEqual([-1000, 0, 1000]);
    const never = await found(ulogOf([position(5_000_000, 0), position(6_000_000, 0)]));
    expect(never.flights).toMatchObject([{ times: "elapsed" }]);
    expect(never.points.map(({ timeMs }) => timeMs - OPTIONS.startMs)).toEqual([0, 1000]);
  });

  it("an operation of a table that counts from its start does so in each of its tracks", async () => {
    const { flights } = await found("operation_id,time (s),lat,lon\na,0,50,14\nb,0.5,51,14\na,1,50,14\n");
    expect(flights.map(({ name, times, firstMs }) => [name, times, firstMs - OPTIONS.startMs])).toEqual([
      ["a", "elapsed", 0],
      ["b", "elapsed", 500],
    ]);
  });

  it("operations of a table take turns, and each has the clock of the table and its own name", async () => {
    const rows = ["a,,50", "a,09:00:00,50", "a,09:00:01,50", "b,09:00:02,51", ",09:00:03,52", "b,09:00:04,51"];
    const table = ["operation_id,date,time,lat,lon", ...rows.map((row) => `${row.replace(",", ",2026-04-01,")},14`)];
    const { flights } = await found(table.join("\n"));
    expect(flights.map(({ name, times, points }) => [name, times, points.count()])).toEqual([
      ["a", "local", 2],
      ["b", "local", 2],
      [null, "local", 1],
    ]);
  });

  it("a cell with another zone than the one before is read with its own", async () => {
    const { flights, points } = await found(
      "time,lat,lon\n2026-04-01T10:00:00Z,50,14\n2026-04-01T12:00:01+02:00,50,14\n2026-04-01 10:00:02 UTC,50,14\n",
    );
    expect(points.map(({ timeMs }) => timeMs - T0)).toEqual([0, 1000, 2000]);
    expect(flights).toMatchObject([{ times: "utc" }]);
  });
});

describe("a log has the flights that its file has", () => {
  const point = (afterMs: number) =>
    `<Placemark><TimeStamp><when>${new Date(T0 + afterMs).toISOString()}</when></TimeStamp><Point><coordinates>14,50.00${afterMs}</coordinates></Point></Placemark>`;
  const line = (...latitudes: readonly number[]) =>
    `<Placemark><LineString><coordinates>${latitudes.map((latitude) => `14,${latitude}`).join(" ")}</coordinates></LineString></Placemark>`;
  const folder = (name: string, inside: string) => `<Folder><name>${name}</name>${inside}</Folder>`;

  it("the line of a track is no second one, before its points or after them, in this folder or the one around", async () => {
    const points = folder("Points", point(0) + point(1));
    for (const inside of [
      points + line(50, 50.001),
      line(50, 50.001) + points,
      folder("Path", line(50, 50.001)) + points,
    ]) {
      const { flights, dropped } = await found(kml(folder("Tracks", folder("North", inside))));
      expect([flights.map(({ name, points: all }) => [name, all.count()]), dropped]).toEqual([[["North", 2]], {}]);
    }
  });

  it("another line beside tracks with times is left out, and counted", async () => {
    const { flights, dropped } = await found(
      kml(folder("North", point(0) + point(1)) + folder("Fence", line(51, 52, 53))),
    );
    expect([flights.length, dropped]).toEqual([1, { no_time: 3 }]);
  });

  it("flights without dates stand after those with dates, whatever start they are given", async () => {
    const track = (name: string, time: string) =>
      `<trk><name>${name}</name><trkseg><trkpt lat="50" lon="14">${time}</trkpt></trkseg></trk>`;
    const dated = `<time>${new Date(T0).toISOString()}</time>`;
    const { flights } = await found(`<gpx>${track("first", "")}${track("second", dated)}${track("third", "")}</gpx>`);
    expect(flights.map(({ name, times }) => [name, times])).toEqual([
      ["second", "utc"],
      ["first", "none"],
      ["third", "none"],
    ]);
  });

  it("notes that times without a zone are read as UTC", async () => {
    const note = "Times without a zone are taken as UTC, as this format has them.";
    const time = "2026-04-01T10:00:00";
    const gpx = await found(
      `<gpx><trk><trkseg><trkpt lat="50" lon="14"><time>${time}</time></trkpt></trkseg></trk></gpx>`,
    );
    const drawn = await found(kml(point(0).replace(/<when>.*<\/when>/, `<when>${time}</when>`)));
    for (const { points, notes } of [gpx, drawn]) expect([points[0]!.timeMs, notes]).toEqual([T0, [note]]);
  });
});

describe("a fix of two dimensions has no height", () => {
  it("in a telemetry log", async () => {
    const gpsRaw = (fix: number) => {
      const view = new DataView(new ArrayBuffer(30));
      view.setInt32(8, 500_000_000, true);
      view.setInt32(12, 140_000_000, true);
      view.setInt32(16, 300_000, true);
      view.setUint8(28, fix);
      return encodeMavlinkFrame(
        { systemId: 1, componentId: 1, sequence: 0 },
        { messageId: 24, payload: new Uint8Array(view.buffer) },
      );
    };
    const { flights, points } = await found(
      tlogOf([
        [T0, gpsRaw(2)],
        [T0 + 1000, gpsRaw(3)],
      ]),
    );
    expect(flights).toMatchObject([{ times: "utc" }]);
    expect(points.map(({ altitudeMslMm }) => altitudeMslMm)).toEqual([null, 300_000]);
  });

  it("in a ULog", async () => {
    const { points } = await found(ulogOf([position(0, T0 * 1000, 2), position(1, T0 * 1000 + 1_000_000, 3)]));
    expect(points.map(({ altitudeMslMm, altitudeWgs84Mm }) => [altitudeMslMm, altitudeWgs84Mm])).toEqual([
      [null, null],
      [300_000, 345_000],
    ]);
  });
});

/** A record of `vehicle_gps_position`: microseconds since the start of the autopilot and since 1970, or 0. */
function position(bootUs: number, utcUs: number, fix = 3): Buffer {
  const record = Buffer.alloc(33);
  record.writeBigUInt64LE(BigInt(bootUs), 0);
  record.writeBigUInt64LE(BigInt(utcUs), 8);
  [500_000_000, 140_000_000, 300_000, 345_000].forEach((value, index) => record.writeInt32LE(value, 16 + index * 4));
  record.writeUInt8(fix, 32);
  return record;
}

/** A ULog of positions of the first receiver, and nothing else. */
function ulogOf(records: readonly Buffer[]): Buffer {
  const message = (type: string, content: Buffer) => {
    const header = Buffer.alloc(3);
    header.writeUInt16LE(content.length, 0);
    header.write(type, 2, "latin1");
    return Buffer.concat([header, content]);
  };
  const format =
    "vehicle_gps_position:uint64_t timestamp;uint64_t time_utc_usec;int32_t lat;int32_t lon;int32_t alt;int32_t alt_ellipsoid;uint8_t fix_type;";
  return Buffer.concat([
    Buffer.from([0x55, 0x4c, 0x6f, 0x67, 1, 0x12, 0x35, 1]),
    Buffer.alloc(8),
    message("B", Buffer.alloc(40)),
    message("F", Buffer.from(format, "latin1")),
    message("A", Buffer.concat([Buffer.of(0, 0, 0), Buffer.from("vehicle_gps_position", "latin1")])),
    ...records.map((record) => message("D", Buffer.concat([Buffer.of(0, 0), record]))),
  ]);
}
