import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { CENTRE } from "./flights.fixture.ts";

/** Each second of an aircraft is sent in one of ten pushes, so that every push has a tenth of all of them. */
const PUSHES_PER_SECOND = 10;
const STEP_MS = 1000 / PUSHES_PER_SECOND;
const SPEED_MPS = 15;
const RADIUS_M = 400;
const DEGREES_PER_METRE = 1 / 111_195;
/** Half the edges of the area of the flights, degrees: what a map of 900 × 600 pixels shows at zoom 13. */
const SPREAD = { latitude: 0.026, longitude: 0.062 };
const MAX_WAITING = 20;

export interface Feed {
  /** Records that the station has acknowledged. */
  readonly sent: () => number;
  /** Resolves when the station has acknowledged this many. */
  reached(records: number): Promise<void>;
  stop(): Promise<void>;
}

/** Pushes that many aircraft to a station, each flying in a circle and so often a second, until it is stopped. */
export function startFeed(url: string, aircraft: number, recordsPerS = 1): Feed {
  const stepMs = STEP_MS / recordsPerS;
  const agent = new Agent({ keepAlive: true });
  const waiting = new Set<Promise<void>>();
  const stopping = new AbortController();
  const waiters = new Set<() => void>();
  let sent = 0;
  const acknowledge = (count: number): void => {
    sent += count;
    for (const look of waiters) look();
  };
  const run = async (): Promise<void> => {
    const startedMs = performance.now();
    let pushes = 0;
    for (let step = 0; !stopping.signal.aborted; step++) {
      // A station that does not keep up gets fewer records, of all aircraft; how many is counted.
      if (waiting.size < MAX_WAITING) {
        const body = bodyOf(aircraft, pushes % PUSHES_PER_SECOND);
        pushes += 1;
        const push = pushTo(url, body.text, agent).then(() => acknowledge(body.count));
        waiting.add(push);
        push.finally(() => waiting.delete(push)).catch(() => undefined);
      }
      await pause(Math.max(0, startedMs + (step + 1) * stepMs - performance.now()));
    }
    await Promise.all(waiting);
    agent.destroy();
  };
  const ended = run();
  // Reported by `stop`; until then the rejection must not count as unhandled.
  ended.catch(() => undefined);
  return {
    sent: () => sent,
    reached: (records) => {
      const enough = new Promise<void>((resolve) => {
        const look = (): void => {
          if (sent < records) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      });
      // A feed that fails never reaches the number.
      return Promise.race([enough, ended]);
    },
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

function bodyOf(aircraft: number, part: number): { readonly text: string; readonly count: number } {
  const nowMs = Date.now();
  const lines: string[] = [];
  for (let index = part; index < aircraft; index += PUSHES_PER_SECOND) lines.push(detectionOf(index, nowMs));
  return { text: lines.join("\n"), count: lines.length };
}

/** Between 0 and 1, the same for the same aircraft: steps of the golden ratio spread evenly. */
const spread = (index: number, factor: number) => (index * factor) % 1;

function detectionOf(index: number, timeMs: number): string {
  const angle = (timeMs / 1000) * (SPEED_MPS / RADIUS_M) + index;
  const latitude = CENTRE.latitude + (2 * spread(index, 0.618034) - 1) * SPREAD.latitude;
  const longitude = CENTRE.longitude + (2 * spread(index, 0.754878) - 1) * SPREAD.longitude;
  const toEast = DEGREES_PER_METRE / Math.cos((latitude * Math.PI) / 180);
  return JSON.stringify({
    sn: "bench-receiver-1",
    time: timeMs,
    mac: `02:00:00:00:${hex(index >> 8)}:${hex(index)}`,
    tech: "wifi_beacon",
    rssi: -60,
    odid: {
      BasicID: [{ IDType: 1, UAType: 2, UASID: `1596F3519019${String(index).padStart(8, "0")}` }],
      Location: {
        Status: 2,
        Latitude: latitude + RADIUS_M * Math.sin(angle) * DEGREES_PER_METRE,
        Longitude: longitude + RADIUS_M * Math.cos(angle) * toEast,
        AltitudeGeo: 300.5,
        Height: 20 + (index % 100),
        SpeedHorizontal: SPEED_MPS,
        Direction: Math.round((((360 - (angle * 180) / Math.PI) % 360) + 360) % 360),
      },
    },
  });
}

const hex = (value: number) => (value & 255).toString(16).padStart(2, "0");

function pushTo(url: string, body: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const call = request(`${url}/station/v1/ingest/scout`, { method: "POST", headers, agent }, (response) => {
      response.resume();
      if (response.statusCode !== 200) reject(new Error(`a push was answered with ${response.statusCode}`));
      response.once("end", resolve);
    });
    call.once("error", reject);
    call.end(body);
  });
}
