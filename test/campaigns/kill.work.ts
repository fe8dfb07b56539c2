import type { FusionResult } from "../../server/contracts/fusion.ts";
import type { FlightImport } from "../../server/contracts/flight-import.ts";
import type { Flight } from "../../server/contracts/flights.ts";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { isoFromMs } from "../../server/kernel/clock.ts";
import { PLAN, point } from "../api/flights-station.ts";
import type { Request } from "./campaign.station.ts";

export const START_MS = Date.UTC(2025, 4, 1, 10);

/** What a station has acknowledged, and must therefore still have after the kill. */
export type Acknowledged = {
  /** Times of positions, by serial number. */
  readonly received: Map<string, Set<number>>;
  /** Times of points, by flight. */
  readonly points: Map<string, Set<number>>;
  readonly flights: Set<string>;
  readonly edits: Set<string>;
};

export const nothingAcknowledged = (): Acknowledged => ({
  received: new Map(),
  points: new Map(),
  flights: new Set(),
  edits: new Set(),
});

export function countAcknowledged({ received, points, flights, edits }: Acknowledged): number {
  const sizes = [...received.values(), ...points.values()].map(({ size }) => size);
  return sizes.reduce((sum, size) => sum + size, 0) + flights.size + edits.size;
}

/** Works as long as the station responds; ends with the error of the request that the kill broke. */
export type Work = (context: {
  readonly request: Request;
  readonly round: number;
  readonly acknowledged: Acknowledged;
}) => Promise<void>;

const serialOf = (sender: number) => `1596F35190193631${String(sender).padStart(4, "0")}`;

function detection(options: {
  readonly sensor: string;
  readonly serial: string;
  readonly timeMs: number;
  readonly latitude: number;
}): string {
  const { sensor, serial, timeMs, latitude } = options;
  return JSON.stringify({
    sn: sensor,
    tech: "WiFi Beacon",
    mac: `02:00:00:00:00:${sensor.slice(-2)}`,
    timestamp: isoFromMs(timeMs),
    odid: {
      BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }],
      Location: { Status: 2, Latitude: latitude, Longitude: 14.4, AltitudeGeo: 300 },
    },
  });
}

const setOf = <K>(map: Map<string, Set<K>>, key: string): Set<K> => {
  const set = map.get(key) ?? new Set<K>();
  map.set(key, set);
  return set;
};

/** One receiver, whose aircraft continues from round to round. */
export const pushing =
  (sender: number): Work =>
  async ({ request, round, acknowledged }) => {
    const serial = serialOf(sender);
    for (let index = 0; ; index++) {
      const times = [0, 250, 500].map((part) => START_MS + round * 600_000 + index * 1000 + part);
      const body = times.map((timeMs) =>
        detection({ sensor: `SCOUT-${sender}0`, serial, timeMs, latitude: 50 + sender / 10 + index * 1e-5 }),
      );
      await request("POST", "/station/v1/ingest/scout", body.join("\n"), "application/x-ndjson");
      for (const timeMs of times) setOf(acknowledged.received, serial).add(timeMs);
    }
  };

const POINTS_PER_UPLOAD = 40;

export const uploading: Work = async ({ request, acknowledged }) => {
  for (;;) {
    const { id } = await request<Flight>("POST", "/v1/flights", { ...PLAN, status: "finished" });
    acknowledged.flights.add(id);
    for (let upload = 0; upload < 4; upload++) {
      const points = Array.from({ length: POINTS_PER_UPLOAD }, (_, second) =>
        point(upload * POINTS_PER_UPLOAD + second),
      );
      const stored = await request<readonly FlightPoint[]>("POST", `/v1/flights/${id}/telemetry`, points);
      for (const { time } of stored) setOf(acknowledged.points, id).add(Date.parse(time));
    }
  }
};

export const importing: Work = async ({ request, round, acknowledged }) => {
  for (let file = 0; ; file++) {
    const beginMs = START_MS - 30 * 86_400_000 + (round * 100 + file) * 60_000;
    const points = Array.from({ length: 50 }, (_, second) => {
      const time = isoFromMs(beginMs + second * 1000);
      return `<trkpt lat="${50 + second * 1e-5}" lon="14"><ele>300</ele><time>${time}</time></trkpt>`;
    });
    const gpx = `<?xml version="1.0"?><gpx version="1.1" creator="campaign" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`;
    // Twice, as a client does that received no response.
    for (let attempt = 0; attempt < 2; attempt++) {
      const path = `/station/v1/flight-imports?source_name=${round}-${file}.gpx`;
      const { flights } = await request<FlightImport>("POST", path, gpx, "application/octet-stream");
      for (const { id } of flights) if (id !== null) acknowledged.flights.add(id);
    }
  }
};

export const splitting: Work = async ({ request, round, acknowledged }) => {
  const serial = serialOf(1000 + round);
  const beginMs = START_MS + round * 600_000;
  const lines = ["ROOF-71", "ROOF-72"].flatMap((sensor) =>
    Array.from({ length: 10 }, (_, second) =>
      detection({
        sensor,
        serial,
        timeMs: beginMs + second * 1000,
        latitude: 40 + (round % 900) / 100 + second * 1e-5,
      }),
    ),
  );
  await request("POST", "/station/v1/ingest/scout", lines.join("\n"), "application/x-ndjson");
  const query = new URLSearchParams({ from: isoFromMs(START_MS), search: serial, limit: "10" });
  const [operation] = await request<readonly Operation[]>("GET", `/v2/airspace/operations?${query.toString()}`);
  const suboperation = operation?.suboperations[0]?.id;
  if (operation === undefined || suboperation === undefined) throw new Error(`there is no operation of ${serial}`);
  for (;;) {
    const path = `/station/v1/operations/${operation.id}`;
    const split = await request<FusionResult>("POST", `${path}/split`, { suboperation_ids: [suboperation] });
    acknowledged.edits.add(split.edit.id);
    const undone = await request<FusionResult>("POST", `/station/v1/fusion-edits/${split.edit.id}/undo`);
    acknowledged.edits.add(undone.edit.id);
  }
};

export const backingUp: Work = async ({ request }) => {
  for (;;) {
    await request("POST", "/station/v1/settings/backups/run");
    let isRunning = true;
    while (isRunning) {
      ({ is_running: isRunning } = await request<{ is_running: boolean }>("GET", "/station/v1/settings/backups"));
    }
  }
};
