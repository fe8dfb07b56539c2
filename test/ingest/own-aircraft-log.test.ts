import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVehicles } from "../../server/features/vehicles/index.ts";
import { chunksOf } from "../../server/import/tracks/log.fixture.ts";
import { decodeTracks } from "../../server/import/tracks/tracks.decode.ts";
import { createVehicleDecoder } from "../../server/ingest/codecs/vehicle.decode.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { createTlogParser } from "../../server/kernel/mavlink.tlog.ts";
import { bytesOfFrame, readHeartbeat } from "../../server/kernel/mavlink.vehicle.ts";
import type { UaPoint } from "../../server/kernel/telemetry.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { openStore, type Store } from "../../server/storage/database.ts";
import { sharedData } from "../support/shared-data.ts";

const LOG = sharedData("dronekit-tlog", "flight.tlog");
const SOURCE = "00000000-0000-4000-8000-0000000000c1";

let dataDir: string;
let store: Store;

beforeEach(() => {
  dataDir = makeDataDir("own-aircraft-log");
  store = openStore({ dataDir, synchronous: "OFF" });
});
afterEach(() => {
  store.close();
  rmSync(dataDir, { recursive: true });
});

type Logged = { readonly points: UaPoint[]; end: string | undefined };

describe.skipIf(LOG === undefined)("a telemetry log of a real copter, received live", () => {
  it("is seven flights, with the points that its import has between arming and disarming", async () => {
    const log = readFileSync(LOG!);
    const flights: Logged[] = [];
    let nowMs = 0;
    const clock = { now: () => nowMs };
    const { service } = createVehicles({
      db: store.writer,
      clock,
      monotonic: clock,
      log: silentLog,
      tlogFolder: join(dataDir, "tlogs"),
      findOwner: () => ({ owner: "me", aircraft: null, device: null, keepsTlog: true }),
      flights: {
        async begin(_, alongside) {
          const id = String(flights.push({ points: [], end: undefined }) - 1);
          alongside(id);
          return id;
        },
        resume: async () => false,
        async end(id, reason) {
          flights[Number(id)]!.end = reason;
        },
        async record(id, points) {
          flights[Number(id)]!.points.push(...points);
        },
        findOpen: () => undefined,
        canEdit: () => true,
        isStored: () => true,
      },
    });
    const decoder = createVehicleDecoder();
    /** From when until when the copter said that it was armed. */
    const armed: [fromMs: number, untilMs: number][] = [];
    let wasArmed = false;
    for (const { timeMs, frame } of createTlogParser().push(log)) {
      nowMs = timeMs!;
      if (frame.messageId === 0 && frame.systemId === 1) {
        const { isArmed } = readHeartbeat(frame);
        if (isArmed && !wasArmed) armed.push([nowMs, Infinity]);
        if (!isArmed && wasArmed) armed.at(-1)![1] = nowMs;
        wasArmed = isArmed;
      }
      const decoded = decoder.push(bytesOfFrame(frame), { timeMs: nowMs, monotonicMs: nowMs });
      void service.take(
        SOURCE,
        decoded.flatMap((one) => (one.kind === "vehicle" ? one.reading : [])),
      );
    }
    await service.take(SOURCE, []);
    // Everything waits in the queue of the one vehicle; a last message is behind it.
    await service.tick();
    await expect.poll(() => flights.filter(({ end }) => end === "disarmed").length, { timeout: 60_000 }).toBe(7);

    const imported = await decodeTracks(chunksOf(log, log.length), {
      receivedMs: nowMs,
      startMs: 0,
      utcOffsetMinutes: 0,
      signal: new AbortController().signal,
    });
    if (imported.kind === "invalid") throw new Error(imported.message);
    const whole = imported.flights.flatMap((flight) => [...flight.points.slices()].flat());
    const flown = armed.map(([fromMs, untilMs]) =>
      whole.filter(({ timeMs }) => timeMs > fromMs && timeMs < untilMs).map(withoutArrival),
    );
    expect(flown.every((points) => points.length >= 10)).toBe(true);
    expect(flights.map(({ points }) => points.map(withoutArrival))).toEqual(flown);
  });
});

function withoutArrival(point: UaPoint): UaPoint {
  return { ...point, receivedMs: 0 };
}
