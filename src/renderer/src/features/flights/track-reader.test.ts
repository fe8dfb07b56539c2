import { describe, expect, it } from "vitest";
import { TrackReader } from "./track-reader.ts";

const HEADER = "time,location_lat,location_lon,velocity_x,velocity_y,velocity_z,altitude,geo_altitude,height,derived\n";

interface Values {
  readonly altitude?: number;
  readonly geoAltitude?: number;
  readonly height?: number;
  readonly velocity?: string;
  readonly derived?: string;
}

const line = (
  second: number,
  { altitude, geoAltitude, height, velocity = "3,4,1", derived = "" }: Values = { altitude: 350 },
) =>
  `2026-11-20T12:00:0${second}.000Z,47.00${second},15,${velocity},${altitude ?? ""},${geoAltitude ?? ""},${height ?? ""},${derived}\n`;

function read(text: string, pieceLength = text.length) {
  const reader = new TrackReader();
  for (let at = 0; at < text.length; at += pieceLength) reader.add(text.slice(at, at + pieceLength));
  return reader.finish();
}

describe("a track that is parsed while it is received", () => {
  it("is the same in chunks of any length, with the speed over ground", () => {
    const text = HEADER + line(1) + line(2);
    const whole = read(text)!;
    expect(whole.timesS[1]! - whole.timesS[0]!).toBe(1);
    expect(whole.places).toEqual([
      { latitude: 47.001, longitude: 15 },
      { latitude: 47.002, longitude: 15 },
    ]);
    expect(whole.speeds).toEqual([5, 5]);
    for (const length of [1, 7, 50]) expect(read(text, length)).toEqual(whole);
    expect(read(text.trimEnd())).toEqual(whole);
  });

  it("has one height reference: the take-off, else the ellipsoid, else the pressure", () => {
    expect(read(HEADER + line(1))).toMatchObject({ heightReference: "pressure", heightsM: [350] });
    expect(read(HEADER + line(1) + line(2, { altitude: 350, geoAltitude: 400 }))).toMatchObject({
      heightReference: "WGS84",
      heightsM: [null, 400],
    });
    expect(read(HEADER + line(1, { geoAltitude: 400, height: 20 }))).toMatchObject({
      heightReference: "ATO",
      heightsM: [20],
    });
  });

  it("has no heights and speeds where none are known, and not 0", () => {
    expect(read(HEADER + line(1, { velocity: ",," }))).toMatchObject({
      heightReference: undefined,
      heightsM: [null],
      speeds: [null],
    });
  });

  it("tells converted heights and derived speeds from recorded ones", () => {
    const recorded = { areHeightsConverted: false, areSpeedsDerived: false };
    expect(read(HEADER + line(1, { geoAltitude: 400 }))).toMatchObject(recorded);
    const derived = line(2, { geoAltitude: 400, derived: "velocity;geo_altitude" });
    expect(read(HEADER + derived)).toMatchObject({ areHeightsConverted: true, areSpeedsDerived: true });
    // The heights above the take-off, which are shown, are recorded.
    const both = line(2, { geoAltitude: 400, height: 20, derived: "geo_altitude" });
    expect(read(HEADER + both)).toMatchObject({ heightReference: "ATO", ...recorded });
  });

  it("is undefined without a point, and an error without a column", () => {
    expect(read(HEADER)).toBeUndefined();
    expect(read("")).toBeUndefined();
    expect(() => read("time,lat,lon\n1,2,3\n")).toThrow("location_lat");
  });
});
