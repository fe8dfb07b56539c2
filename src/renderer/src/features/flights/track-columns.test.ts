import { describe, expect, it } from "vitest";
import type { FlightPoint } from "../../../../../server/contracts/flight-telemetry.ts";
import { trackSeriesOf } from "./track-columns.ts";
import { TrackReader } from "./track-reader.ts";

const point = (second: number, more: Partial<FlightPoint> = {}): FlightPoint => ({
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
  ...more,
});

describe("points of a track as columns", () => {
  it("are the same as those of the CSV of these points", () => {
    const reader = new TrackReader();
    reader.add("time,location_lat,location_lon,velocity_x,velocity_y,height,geo_altitude,altitude,derived\n");
    reader.add("2026-11-20T12:00:01.000Z,47.001,15,3,4,,,350,\n");
    reader.add("2026-11-20T12:00:02.000Z,47.002,15,,,,410.5,350,velocity;geo_altitude\n");
    const points = [
      point(1),
      point(2, { velocity: { x: null, y: null, z: null }, geo_altitude: 410.5, derived: ["velocity", "geo_altitude"] }),
    ];
    const series = trackSeriesOf(points, 2);
    expect(series).toEqual(reader.finish());
    expect(series).toMatchObject({ heightReference: "WGS84", areHeightsConverted: true, speeds: [5, null], total: 2 });
  });

  it("know how many points the whole track has, and that there is none", () => {
    expect(trackSeriesOf([point(1), point(9)], 100_000)).toMatchObject({ total: 100_000, timesS: { length: 2 } });
    expect(trackSeriesOf([], 0)).toBeUndefined();
  });
});
