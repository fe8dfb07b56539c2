import { expect } from "vitest";
import { isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";

export type PushedAircraft = {
  readonly serial: string;
  readonly longitude: number;
  readonly latitude?: number;
  readonly sensor?: string;
};
/** Seconds from now, degrees east of the middle of the aircraft, and metres above take-off. */
export type PushedPoint = readonly [second: number, east: number, heightM?: number];

/** A square of about 200 m around a place; each test has one of its own. */
export const squareAt = (latitude: number, longitude: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [longitude - 0.001, latitude - 0.001],
      [longitude + 0.001, latitude - 0.001],
      [longitude + 0.001, latitude + 0.001],
      [longitude - 0.001, latitude + 0.001],
      [longitude - 0.001, latitude - 0.001],
    ],
  ],
});

/** Positions of one aircraft, as a receiver pushes them. */
function scoutLines(
  { serial, latitude = 50, longitude, sensor = "ROOF" }: PushedAircraft,
  points: readonly PushedPoint[],
  nowMs: number,
): string {
  const lines = points.map(([second, east, heightM = 40]) =>
    JSON.stringify({
      sn: sensor,
      tech: "wifi_beacon",
      mac: `02:00:5e:00:${serial.slice(-4, -2)}:${serial.slice(-2)}`,
      timestamp: isoFromMs(nowMs + second * SECOND_MS),
      odid: {
        BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
        Location: {
          Status: 2,
          Latitude: latitude,
          Longitude: longitude + east,
          AltitudeGeo: 300,
          Height: heightM,
          HeightType: 0,
        },
      },
    }),
  );
  return lines.join("\n");
}

/** Has a station receive positions of one aircraft. */
export async function pushAircraft(
  url: string,
  aircraft: PushedAircraft,
  points: readonly PushedPoint[],
  nowMs: number,
): Promise<void> {
  const headers = { "Content-Type": "application/x-ndjson" };
  const body = scoutLines(aircraft, points, nowMs);
  const response = await fetch(`${url}/station/v1/ingest/scout`, { method: "POST", headers, body });
  expect(await response.json()).toMatchObject({ frames: points.length, refused: {} });
}
