import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { FlightPoint } from "../../server/contracts/flight-telemetry.ts";
import type { Flight } from "../../server/contracts/flights.ts";
import type { Source } from "../../server/contracts/sources.ts";
import { openStore } from "../../server/storage/database.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { createVehicleWriter, serveVehicleStream, type VehicleStream } from "../support/simulated-vehicle.ts";
import { startTestStation } from "../support/station.ts";

/** `OWN_AIRCRAFT_KILLS=20` for a longer run. */
const KILLS = Number(process.env["OWN_AIRCRAFT_KILLS"] ?? 1);
const POINTS_AT_ONCE = 20;
const seed = Number(process.env["STATION_TEST_SEED"] ?? Math.trunc(Math.random() * 2 ** 31));

let dataDir: string;
let stream: VehicleStream;

beforeEach(async () => {
  dataDir = makeDataDir("own-aircraft-kills");
  stream = await serveVehicleStream();
});
afterEach(async () => {
  await stream.close();
  rmSync(dataDir, { recursive: true });
});

async function ask<T>(url: string, path: string, body?: unknown): Promise<T> {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url + path, body === undefined ? {} : post);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

it(
  "a flight goes on after the station was killed at any moment of it, with everything that was acknowledged",
  async () => {
    process.stderr.write(`own aircraft: STATION_TEST_SEED=${seed}\n`);
    const random = createSeededRandom(seed);
    const copter = createVehicleWriter();
    const acknowledged = new Set<number>();
    let flown = 0;

    /** The next points of the flight, each farther north than the one before. */
    const fly = () => Array.from({ length: POINTS_AT_ONCE }, () => copter.position(50 + ++flown / 1e5, 14, 10));

    for (let round = 0; round <= KILLS; round += 1) {
      const { url, kill, stop } = await startTestStation({ dataDir });
      if (round === 0) {
        const settings = { kind: "mavlink_vehicle", url: stream.url };
        await ask(url, "/station/v1/sources", { name: "Copter", settings });
      }
      // The source was switched on when the station was killed, and connects by itself.
      await expect.poll(() => stream.isConnected(), { timeout: 60_000 }).toBe(true);
      stream.send(copter.heartbeat(true));
      let sent = 1;
      const before = flown;
      const batches = round === KILLS ? 3 : 3 + Math.trunc(random() * 8);
      for (let batch = 0; batch < batches; batch += 1) {
        stream.send(...fly());
        sent += POINTS_AT_ONCE;
        const read = async () => {
          const sources = await ask<readonly Source[]>(url, "/station/v1/sources");
          const frames = sources.find(({ name }) => name === "Copter")!.frames;
          // What is counted is on disk, in the order in which it was sent; the first one is the heartbeat.
          for (let point = before + 1; point < before + frames; point += 1) acknowledged.add(point);
          return frames;
        };
        // Something is acknowledged in every round.
        if (batch === 0 || random() < 0.5) await expect.poll(read, { timeout: 60_000, interval: 10 }).toBe(sent);
        else await read();
      }
      if (round < KILLS) {
        await kill();
        stream.disconnect();
        continue;
      }
      stream.send(copter.heartbeat(false));
      const list = async () => (await ask<readonly Flight[]>(url, "/v1/flights")).map(({ status }) => status);
      await expect.poll(list, { timeout: 60_000 }).toEqual(["finished"]);
      const [flight] = await ask<readonly Flight[]>(url, "/v1/flights");
      const points = await ask<readonly FlightPoint[]>(url, `/v1/flights/${flight!.id}/telemetry`);
      const stored = points.map(({ location }) => Math.round((location.lat - 50) * 1e5));
      expect(acknowledged.size).toBeGreaterThan(POINTS_AT_ONCE);
      expect([...acknowledged].filter((point) => !stored.includes(point))).toEqual([]);
      expect(new Set(stored).size).toBe(stored.length);
      expect(stored).toEqual(stored.toSorted((a, b) => a - b));
      expect(await stop()).toBe(0);
    }

    const { reader, close } = openStore({ dataDir });
    expect(reader.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(reader.prepare("SELECT count(*) FROM vehicle_flight").pluck().get()).toBe(0);
    close();
  },
  60_000 * (KILLS + 1),
);
