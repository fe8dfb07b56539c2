import { describe, expect, it } from "vitest";
import type { FlightPoint } from "../../../../../server/contracts/flight-telemetry.ts";
import { indexNear, rangeOf, seriesOf } from "./track-series.ts";

function point(second: number, fields: Partial<FlightPoint> = {}): FlightPoint {
  return {
    time: `2026-11-20T12:00:0${second}.000Z`,
    location: { lat: 47 + second / 1000, lon: 15 },
    velocity: { x: 3, y: 4, z: 1 },
    altitude: 350,
    geo_altitude: null,
    vertical_accuracy: null,
    horizontal_accuracy: null,
    speed_accuracy: null,
    height: null,
    pressure: null,
    ...fields,
  };
}

describe("a track in columns", () => {
  it("stands in the order of time, with the speed over ground", () => {
    const series = seriesOf([point(2), point(1)]);
    expect(series.timesS[1]! - series.timesS[0]!).toBe(1);
    expect(series.places[0]).toEqual({ latitude: 47.001, longitude: 15 });
    expect(series.speeds).toEqual([5, 5]);
  });

  it("measures all of its heights from one thing: the take-off, else the ellipsoid, else the pressure", () => {
    expect(seriesOf([point(1)])).toMatchObject({ heightReference: "pressure", heightsM: [350] });
    expect(seriesOf([point(1), point(2, { geo_altitude: 400 })])).toMatchObject({
      heightReference: "WGS84",
      heightsM: [null, 400],
    });
    expect(seriesOf([point(1, { height: 20, geo_altitude: 400 })])).toMatchObject({
      heightReference: "ATO",
      heightsM: [20],
    });
  });

  it("knows the range of what is known", () => {
    expect(rangeOf([null, 3, -1, null, 7])).toEqual({ least: -1, most: 7 });
    expect(rangeOf([null])).toBeUndefined();
  });

  it("finds the entry that is nearest to a time", () => {
    const timesS = [10, 11, 20, 30];
    expect([-5, 10, 10.4, 10.6, 15.5, 16, 29, 99].map((timeS) => indexNear(timesS, timeS))).toEqual([
      0, 0, 0, 1, 1, 2, 3, 3,
    ]);
    expect(indexNear([], 1)).toBeUndefined();
    expect(indexNear([4], 1)).toBe(0);
  });
});
