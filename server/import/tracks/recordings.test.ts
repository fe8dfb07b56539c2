import { createReadStream, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../test/support/shared-data.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { decodeTracks } from "./tracks.decode.ts";
import type { FoundFlight } from "./track.shapes.ts";

const OPTIONS = {
  receivedMs: Date.UTC(2026, 4, 1),
  startMs: Date.UTC(2026, 0, 1),
  utcOffsetMinutes: 0,
};
const AIRDATA = "airdata-dji-mini2/mini-2_2021-09-05_1923";
const P3 = "dji-flightrecord-txt/DJIFlightRecord_2015-06-10_[12-38-57]";
const P4 = "dji-flightrecord-txt/DJIFlightRecord_2017-09-21_[15-37-52]";

const decode = (path: string) => decodeTracks(createReadStream(path), OPTIONS);

async function flightsOf(path: string): Promise<readonly FoundFlight[]> {
  const decoded = await decode(path);
  if (decoded.kind === "invalid") throw new Error(decoded.message);
  return decoded.flights;
}

const pointsOf = async (path: string): Promise<readonly UaPoint[]> =>
  (await flightsOf(path)).flatMap(({ points }) => [...points.slices()].flat());

/** File, format, points of each flight, seconds of all, what was dropped. */
const LOGS: readonly (readonly [string, string, readonly number[], number, Readonly<Record<string, number>>])[] = [
  [`${AIRDATA}.csv`, "csv", [11_609], 1254, {}],
  [`${AIRDATA}.gpx`, "gpx", [10_941], 1254, {}],
  [`${AIRDATA}.kml`, "kml", [2284], 2283, {}],
  ["dronekit-tlog/flight.tlog", "tlog", [2684], 986, { no_fix: 149, bad_checksum: 1337 }],
  ["px4tools/01_07_59.px4log", "dataflash", [354], 72, {}],
  ["px4tools/19_56_46.ulg", "ulog", [20], 4, {}],
  [`${P3}.txt`, "dji_txt", [2246], 245, {}],
  [`${P4}.txt`, "dji_txt", [227], 23, {}],
  ["dji-srt/MAVIC3.srt", "dji_srt", [12_318], 246, {}],
  ["dji-srt/mavic_2pro_new.SRT", "dji_srt", [4714, 4238], 2613, {}],
  ["dji-srt/mavic_pro.SRT", "dji_srt", [468], 468, {}],
  ["dji-srt/old_format.SRT", "dji_srt", [468], 468, {}],
  ["dji-srt/mavic_2_style.SRT", "dji_srt", [468], 468, {}],
  ["dji-srt/mavic_pro_buggy.SRT", "dji_srt", [530], 546, { no_fix: 16 }],
  ["dji-srt/matrice_300.srt", "dji_srt", [381], 380, {}],
  ["dji-srt/mavic_mini.SRT", "dji_srt", [117], 116, {}],
  ["dji-srt/p4_rtk.SRT", "dji_srt", [55], 54, {}],
  ["dji-srt/p4p_sample.SRT", "dji_srt", [5], 4, {}],
  ["dji-srt/mavic_air2.srt", "dji_srt", [25], 0, {}],
  ["dji-srt/air2s.srt", "dji_srt", [17], 1, {}],
  ["dji-srt/broken_incomplete.SRT", "dji_srt", [19], 18, { unreadable: 1 }],
];

describe("a recorded log has every point with a fix", () => {
  for (const [file, format, counts, seconds, dropped] of LOGS) {
    const path = sharedData(file);
    it.skipIf(path === undefined)(`${file} is read`, async () => {
      const decoded = await decode(path!);
      if (decoded.kind === "invalid") throw new Error(decoded.message);
      expect(decoded.format).toBe(format);
      expect(decoded.flights.map(({ points }) => points.count())).toEqual(counts);
      expect(decoded.dropped).toEqual(dropped);
      const tookMs = decoded.flights.at(-1)!.lastMs - decoded.flights[0]!.firstMs;
      expect(Math.abs(tookMs / 1000 - seconds)).toBeLessThan(1);
      const points = decoded.flights.flatMap((flight) => [...flight.points.slices()].flat());
      expect(new Set(points.map(({ timeMs }) => timeMs)).size).toBe(points.length);
    });
  }
});

/** States, those of them with a battery, and those with satellites. */
const STATES: readonly (readonly [string, number, number, number])[] = [
  [`${AIRDATA}.csv`, 1166, 1165, 1166],
  ["dronekit-tlog/flight.tlog", 969, 969, 968],
  ["px4tools/01_07_59.px4log", 72, 0, 72],
  ["px4tools/19_56_46.ulg", 4, 4, 4],
];

describe("a recorded log has its values of battery and satellites", () => {
  for (const [file, ...counts] of STATES) {
    const path = sharedData(file);
    it.skipIf(path === undefined)(`${file} is read`, async () => {
      const states = (await flightsOf(path!)).flatMap((flight) => flight.states);
      const withBattery = states.filter(({ batteryV }) => batteryV !== null);
      const withSatellites = states.filter(({ satellites }) => satellites !== null);
      expect([states, withBattery, withSatellites].map(({ length }) => length)).toEqual(counts);
    });
  }
});

const REFUSED: readonly (readonly [string, string])[] = [
  [
    "airdata-dji-mini2/mini-2_DJIFlightRecord_2021-09-05_[19-23-47].txt",
    "This DJI flight record is of version 14: it is encrypted and needs a key from DJI; export the flight as CSV, GPX or KML instead.",
  ],
  ["dronekit-tlog/log_upload_test.tlog", "The file contains no points of a flight: there was never a GNSS fix."],
  [
    "derived-mavlink-odid/mini2_individual_messages.tlog",
    "The log holds Remote ID and no position of an autopilot: replay it as a source instead.",
  ],
  ["dji-srt/mavic_air.SRT", "The subtitles contain no positions: not every aircraft writes them."],
  ["dji-srt/broken_empty.SRT", "The file is empty."],
  [
    "dji-srt/broken_empty2.SRT",
    "The file is none of the flight logs that can be read: GPX, KML, CSV, tlog, px4log or DataFlash, ULog, DJI subtitles, DJI flight record.",
  ],
  ["schemas/gpx-1.1.xsd", "The file is XML, but neither GPX nor KML."],
];

describe("a recording that is no log of a flight is refused in one sentence", () => {
  for (const [file, message] of REFUSED) {
    const path = sharedData(file);
    it.skipIf(path === undefined)(`${file} is refused`, async () => {
      expect(await decode(path!)).toEqual({ kind: "invalid", message });
    });
  }
});

/** Log, its reference decode, and by how much times may differ: the reference of the px4log has whole seconds. */
const REFERENCES: readonly (readonly [string, string, number])[] = [
  ["dronekit-tlog/flight.tlog", "dronekit-tlog/flight.points.csv", 1],
  ["px4tools/01_07_59.px4log", "px4tools/01_07_59.points.csv", 999],
  [`${P3}.txt`, `${P3}.points.csv`, 1],
  [`${P4}.txt`, `${P4}.points.csv`, 1],
];

describe("a log agrees with its reference decode, point by point", () => {
  for (const [file, reference, toleranceMs] of REFERENCES) {
    const path = sharedData(file);
    it.skipIf(path === undefined)(`${file} agrees`, async () => {
      const expected = readFileSync(sharedData(reference)!, "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").map(Number))
        .filter(([, latitude, longitude]) => latitude !== 0 || longitude !== 0);
      const points = await pointsOf(path!);
      expect(points).toHaveLength(expected.length);
      for (const [index, point] of points.entries()) {
        const [unixS, latitude, longitude, mslM, heightM] = expected[index]!;
        expect(Math.abs(point.timeMs - unixS! * 1000)).toBeLessThanOrEqual(toleranceMs);
        expect(Math.abs(point.latitudeE7 - latitude! * 1e7)).toBeLessThan(1.1);
        expect(Math.abs(point.longitudeE7 - longitude! * 1e7)).toBeLessThan(1.1);
        // The reference has two or three decimals; DJI says 0 until it knows.
        if (mslM !== 0) expect(Math.abs((point.altitudeMslMm ?? Number.NaN) - mslM! * 1000)).toBeLessThan(6);
        if (point.altitudeAtoMm !== null) expect(Math.abs(point.altitudeAtoMm - heightM! * 1000)).toBeLessThan(6);
      }
    });
  }
});

const csv = sharedData(`${AIRDATA}.csv`);

describe.skipIf(csv === undefined)("one flight in several formats is one track", () => {
  it("AirData's CSV and GPX agree at every time", async () => {
    const ofCsv = new Map((await pointsOf(csv!)).map((point) => [point.timeMs, point]));
    const ofGpx = await pointsOf(sharedData(`${AIRDATA}.gpx`)!);
    let compared = 0;
    for (const point of ofGpx) {
      const other = ofCsv.get(point.timeMs);
      if (other === undefined) continue;
      compared++;
      expect([other.latitudeE7, other.longitudeE7]).toEqual([point.latitudeE7, point.longitudeE7]);
      expect(Math.abs(other.altitudeMslMm! - point.altitudeMslMm!)).toBeLessThanOrEqual(1);
    }
    expect(compared).toBe(ofGpx.length);
  });

  it("AirData's KML has only places of the CSV, in the same order", async () => {
    const ofCsv = (await pointsOf(csv!)).map(({ latitudeE7, longitudeE7 }) => `${latitudeE7},${longitudeE7}`);
    let at = 0;
    for (const { latitudeE7, longitudeE7 } of await pointsOf(sharedData(`${AIRDATA}.kml`)!)) {
      at = ofCsv.indexOf(`${latitudeE7},${longitudeE7}`, at);
      expect(at).not.toBe(-1);
    }
  });

  it("three generations of subtitles of one flight", async () => {
    const tracks = await Promise.all(
      ["mavic_pro", "old_format", "mavic_2_style"].map((name) => pointsOf(sharedData("dji-srt", `${name}.SRT`)!)),
    );
    const [first = [], ...others] = tracks;
    for (const other of others) {
      for (const [index, point] of other.entries()) {
        expect([point.latitudeE7, point.longitudeE7]).toEqual([first[index]!.latitudeE7, first[index]!.longitudeE7]);
        expect(Math.abs(point.timeMs - first[index]!.timeMs)).toBeLessThanOrEqual(1000);
      }
    }
  });
});
