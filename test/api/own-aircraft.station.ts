import { expect } from "vitest";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { Flight } from "../../server/contracts/flights.ts";
import type { Source } from "../../server/contracts/sources.ts";
import type { SourceVehicle } from "../../server/contracts/vehicles.ts";
import { LESS_SAFE } from "../support/less-safe.ts";
import { serveVehicleStream, type VehicleStream } from "../support/simulated-vehicle.ts";
import { type FlightsStation, START_MS, startFlightsStation } from "./flights-station.ts";

/** A station whose administrator logs a vehicle of its own; its clocks stand still until they are moved. */
export type OwnAircraft = AsyncDisposable & {
  readonly people: FlightsStation;
  readonly nowMs: () => number;
  /** Time passes for both clocks, of which `setClock` sets one. */
  readonly pass: (seconds: number) => void;
  readonly setClock: (byMs: number) => void;
  readonly stream: () => VehicleStream;
  readonly source: () => Source;
  /** As the administrator; throws where it is refused. */
  readonly ask: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  /** Replaces the previous source; `flights` lists what is flown from here on. */
  readonly addSource: (settings: object) => Promise<void>;
  readonly vehicles: () => Promise<readonly SourceVehicle[]>;
  readonly flights: () => Promise<readonly Flight[]>;
  /** The one flight in that state, as soon as there is one alone. */
  readonly theFlight: (status: string) => Promise<Flight>;
  readonly pointsOf: (id: string) => Promise<readonly FlightPoint[]>;
  /** Sends frames, a number of which are an autopilot's, and waits until their data is on disk. */
  readonly say: (frames: readonly Uint8Array[], ofAutopilots?: number) => Promise<void>;
};

const PLENTY = { timeout: 60_000, interval: 20 };

export async function startOwnAircraft(): Promise<OwnAircraft> {
  let [nowMs, monotonicMs] = [START_MS, 0];
  let [sent, sinceMs] = [0, 0];
  let stream: VehicleStream | undefined;
  let source: Source | undefined;
  const people = await startFlightsStation({
    clock: { now: () => nowMs },
    lessSafe: { ...LESS_SAFE, monotonic: { now: () => monotonicMs } },
  });

  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await people.call(method, path, body, people.administrator);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }
  async function read(): Promise<Source> {
    const sources = await ask<readonly Source[]>("GET", "/station/v1/sources");
    return sources.find(({ id }) => id === source!.id)!;
  }
  async function flights(): Promise<readonly Flight[]> {
    const all = await ask<readonly Flight[]>("GET", "/v1/flights?ordering=date_planned_start");
    return all.filter((one) => Date.parse(one.date_planned_start) >= sinceMs);
  }
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
    monotonicMs += seconds * 1000;
  };

  return {
    people,
    nowMs: () => nowMs,
    pass,
    setClock: (byMs) => void (nowMs += byMs),
    stream: () => stream!,
    source: () => source!,
    ask,
    async addSource(settings) {
      // An hour later nothing from before is still in progress.
      pass(3600);
      sinceMs = nowMs - 600_000;
      sent = 0;
      if (source !== undefined) await ask("DELETE", `/station/v1/sources/${source.id}`);
      await stream?.close();
      const served = (stream = await serveVehicleStream());
      const body = { name: "Copter", settings: { kind: "mavlink_vehicle", url: served.url, ...settings } };
      source = await ask("POST", "/station/v1/sources", body);
      await expect.poll(() => served.isConnected(), PLENTY).toBe(true);
    },
    vehicles: async () => (await read()).vehicles!,
    flights,
    async theFlight(status) {
      let found: readonly Flight[] = [];
      const look = async () => (found = (await flights()).filter((one) => one.status === status)).length;
      await expect.poll(look, PLENTY).toBe(1);
      return found[0]!;
    },
    pointsOf: (id) => ask("GET", `/v1/flights/${id}/telemetry`),
    async say(frames, ofAutopilots = frames.length) {
      stream!.send(...frames);
      sent += ofAutopilots;
      await expect.poll(async () => (await read()).frames, PLENTY).toBe(sent);
    },
    async [Symbol.asyncDispose]() {
      await stream?.close();
      await people[Symbol.asyncDispose]();
    },
  };
}
