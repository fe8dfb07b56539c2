import { describe, expect, it } from "vitest";
import type { LastTelemetry } from "../contracts/telemetry.ts";
import type { LastPoint, LastSlice, TrackOrigin } from "../kernel/telemetry.ts";
import { documentOf, inOrder } from "./samples/document.ts";

const ORIGINS: readonly TrackOrigin[] = [
  { sensorId: "ROOF", operationId: "01970000-0000-7000-8000-000000000001" },
  { sensorId: '=1+"ž🚁",\n\ud800', operationId: "op-2" },
];
const POINTS: readonly LastPoint[] = [
  { timeMs: Date.parse("2026-11-20T23:59:59.999Z"), latitudeE7: 500_755_381, longitudeE7: 144_378_005 },
  { timeMs: 0, latitudeE7: -900_000_000, longitudeE7: -10_000 },
];
const SLICES: readonly LastSlice[] = POINTS.map((point, track) => ({
  origins: new Map([[track, ORIGINS[track]!]]),
  points: [{ ...point, track }],
}));
const written = (representation: "json" | "ndjson" | "csv" | "gpx" | "kml") =>
  documentOf({ record: "last", slices: inOrder(SLICES) }, representation);

describe("last telemetry", () => {
  it("is the API record in JSON, byte for byte", async () => {
    const records: readonly LastTelemetry[] = [
      {
        operation_id: "01970000-0000-7000-8000-000000000001",
        sensor_id: "ROOF",
        timestamp: "2026-11-20T23:59:59.999Z",
        latitude: 50.0755381,
        longitude: 14.4378005,
      },
      {
        operation_id: "op-2",
        sensor_id: '=1+"ž🚁",\n\ufffd',
        timestamp: "1970-01-01T00:00:00.000Z",
        latitude: -90,
        longitude: -0.001,
      },
    ];
    expect(JSON.parse(await written("json"))).toStrictEqual(records);
    expect(await written("ndjson")).toBe(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  });

  it("is a row of a table, with formulas escaped", async () => {
    expect((await written("csv")).split("\r\n").slice(0, 2)).toEqual([
      "timestamp,sensor_id,operation_id,latitude,longitude",
      "2026-11-20T23:59:59.999Z,ROOF,01970000-0000-7000-8000-000000000001,50.0755381,14.4378005",
    ]);
    expect(await written("csv")).toContain(`"'=1+""ž🚁"",\n\ufffd",op-2,-90,-0.001\r\n`);
  });

  it("is a point in GPX and KML", async () => {
    expect(await written("gpx")).toContain('<trkpt lat="50.0755381" lon="14.4378005"><time>2026-11-20T23:59:59.999Z');
    expect(await written("kml")).toContain("14.4378005");
  });
});
