import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import { CENTRE } from "./flights.fixture.ts";

/** The load of a station beside an export: a receiver's backlog is uploaded while others continue to report. */
const RECORDS_PER_UPLOAD = 2000;
const AIRCRAFT = 50;
const LIVE_EVERY_MS = 100;

type Reception = { readonly sensor: string; readonly aircraft: number; readonly timeMs: number };

/** Uploads this many records; resolves when they are on disk. */
export async function upload(url: string, records: number): Promise<void> {
  const firstMs = Date.now() - records * 100;
  for (let at = 0; at < records; at += RECORDS_PER_UPLOAD) {
    const count = Math.min(RECORDS_PER_UPLOAD, records - at);
    await push(
      url,
      Array.from({ length: count }, (_, index) => ({
        sensor: "bench-uploading",
        aircraft: (at + index) % AIRCRAFT,
        timeMs: firstMs + (at + index) * 100,
      })),
    );
  }
}

/** Reports one record of each of this many aircraft. */
export async function reportOnce(url: string, aircraft: number): Promise<void> {
  const timeMs = Date.now();
  await push(
    url,
    Array.from({ length: aircraft }, (_, at) => ({ sensor: "bench-once", aircraft: at, timeMs: timeMs - at })),
  );
}

/**
 * Pushes this many records a second until the signal aborts, with a live client connected; resolves with the number
 * that the client received.
 */
export async function reportLive(url: string, perSecond: number, signal: AbortSignal): Promise<number> {
  const viewer = io(url, { path: LIVE_PATH, forceNew: true, transports: ["websocket"], query: { batch: "1" } });
  let seen = 0;
  viewer.on("telemetry_ua", (records: readonly unknown[]) => (seen += records.length));
  await new Promise<void>((resolve) => viewer.once("connect", resolve));
  viewer.emit(
    "viewport",
    `${CENTRE.longitude - 0.3},${CENTRE.latitude - 0.2},${CENTRE.longitude + 0.3},${CENTRE.latitude + 0.2}`,
  );
  const count = Math.round((perSecond * LIVE_EVERY_MS) / 1000);
  const startedMs = Date.now();
  for (let tick = 0; !signal.aborted; tick++) {
    const timeMs = Date.now();
    await push(
      url,
      Array.from({ length: count }, (_, at) => ({
        sensor: "bench-live",
        aircraft: AIRCRAFT + at,
        timeMs: timeMs + at,
      })),
    );
    await pause(Math.max(0, startedMs + (tick + 1) * LIVE_EVERY_MS - Date.now()));
  }
  viewer.close();
  return seen;
}

/** Repeats a push until it is accepted: an overloaded station states when to retry. */
async function push(url: string, reception: readonly Reception[]): Promise<void> {
  const body = reception.map(detectionOf).join("\n");
  for (;;) {
    const status = await post(`${url}/station/v1/ingest/scout`, body);
    if (status === 200) return;
    if (status !== 503) throw new Error(`a push was answered with ${status}`);
    await pause(LIVE_EVERY_MS);
  }
}

function post(url: string, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/x-ndjson", "Content-Length": Buffer.byteLength(body) };
    const call = request(url, { method: "POST", headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    });
    call.once("error", reject);
    call.end(body);
  });
}

function detectionOf({ sensor, aircraft, timeMs }: Reception): string {
  const angle = timeMs / 90_000 + aircraft;
  const Location = {
    Status: 2,
    Latitude: CENTRE.latitude + 0.1 * Math.sin(angle),
    Longitude: CENTRE.longitude + 0.1 * Math.cos(angle),
    AltitudeGeo: 300.5,
    SpeedHorizontal: 7.25,
  };
  return JSON.stringify({
    sn: sensor,
    time: timeMs,
    mac: `02:00:00:00:01:${aircraft.toString(16).padStart(2, "0")}`,
    tech: "wifi_beacon",
    rssi: -60,
    odid: { BasicID: [{ IDType: 1, UAType: 2, UASID: `MIXED${aircraft}` }], Location },
  });
}
