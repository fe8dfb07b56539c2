import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeTelemetry } from "../../export/encode-telemetry.ts";
import { createTelemetryReader } from "../../features/telemetry/index.ts";
import { createTelemetryRecording } from "../../features/telemetry/telemetry.recording.store.ts";
import type { TelemetryStream } from "../../kernel/handler.ts";
import { type Log, silentLog } from "../../kernel/log.ts";
import { NOON_MS, uaPoint } from "../../kernel/points.fixture.ts";
import { LARGE_RESPONSE_RECORDS, type TelemetryPlan } from "../../kernel/telemetry-plan.ts";
import { DATABASE_FILE } from "../../storage/database-file.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { damageSegment, insertSegments } from "../../storage/tracks/segments.fixture.ts";
import { createExports, type Exports } from "./exports.ts";

const TRACKS = 11;
const POINTS_OF_TRACK = 2000;
const STEP_MS = 40;
const ABOUT = { name: "Aircraft telemetry", generatedAtMs: NOON_MS };

let temp: TempStore;
let exports: Exports;
beforeAll(() => {
  temp = openTempStore();
  const recording = createTelemetryRecording(temp.store.writer);
  temp.store.writer.transaction(() => {
    for (let track = 1; track <= TRACKS; track++) {
      for (let n = 0; n < POINTS_OF_TRACK; n++) {
        recording.recordUa(track, uaPoint({ timeMs: NOON_MS + track * 1000 + n * STEP_MS, latitudeE7: n * 1000 }));
      }
    }
  })();
  exports = createExports({ databasePath: join(temp.dataDir, DATABASE_FILE), log: silentLog });
});
afterAll(async () => {
  await exports.close();
  temp[Symbol.dispose]();
});

const numbers = Array.from({ length: TRACKS }, (_, index) => index + 1);

const everything: TelemetryPlan = {
  record: "ua",
  windows: numbers.map((track) => ({ track, firstMs: NOON_MS, lastMs: NOON_MS + 1e7 })),
  origins: new Map(numbers.map((track) => [track, { sensorId: "sensor-1", operationId: `operation-${track}` }])),
  isForMap: false,
  isDescending: false,
  limit: Infinity,
  offset: 0,
  expected: { records: TRACKS * POINTS_OF_TRACK, total: TRACKS * POINTS_OF_TRACK },
};

/**
 * A stream whose slices cannot be read on this thread, so that only the export thread can have written the document.
 */
function unreadable(plan: TelemetryPlan): TelemetryStream {
  const failing = { next: () => Promise.reject(new Error("it was read here")) };
  return { record: "ua", plan, slices: { [Symbol.asyncIterator]: () => failing } };
}

function readable(plan: TelemetryPlan): TelemetryStream {
  return createTelemetryReader(temp.store.reader)(plan, new AbortController().signal);
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  // A chunk is valid only until the next one is requested.
  for await (const chunk of chunks) all.push(Uint8Array.from(chunk));
  return Buffer.concat(all).toString();
}

describe("a large document", () => {
  it.each([
    ["csv", {}],
    ["ndjson", { isDescending: true }],
    ["csv", { offset: 777, limit: 20_500 }],
    ["gpx", { isForMap: true }],
    ["kml", { isForMap: true, isDescending: true, offset: 150 }],
  ] as const)("is written by the export thread with the same bytes: %s %o", async (representation, change) => {
    const plan = { ...everything, ...change };
    const there = await textOf(exports.encode(unreadable(plan), representation, ABOUT, "ada"));
    const here = await textOf(encodeTelemetry(readable(plan), representation, ABOUT));
    expect(there.length).toBeGreaterThan(1e6);
    expect(there === here).toBe(true);
  });

  it("is written concurrently with others, each in its order", async () => {
    const [first, ...others] = await Promise.all(
      [1, 2, 3, 4].map(() => textOf(exports.encode(unreadable(everything), "csv", ABOUT, "ada"))),
    );
    expect(others.every((other) => other === first)).toBe(true);
  });

  it("that is no longer wanted frees its reader, and the thread writes others", async () => {
    const left = exports.encode(unreadable(everything), "csv", ABOUT, "ada");
    await left.next();
    const startedMs = performance.now();
    await left.return();
    expect(performance.now() - startedMs).toBeLessThan(1000);
    expect(await left.next()).toEqual({ done: true, value: undefined });
    expect(await textOf(exports.encode(unreadable(everything), "csv", ABOUT, "ada"))).toContain("operation-11");
  });

  it("that meets a damaged segment fails with the same code as on the main thread", async () => {
    using damaged = openTempStore();
    insertSegments(damaged.store.writer, { tracks: 1, segments: 80 });
    damageSegment(damaged.store.writer, 1);
    const other = createExports({ databasePath: join(damaged.dataDir, DATABASE_FILE), log: silentLog });
    const plan = { ...everything, windows: everything.windows.slice(0, 1) };
    await expect(textOf(other.encode(unreadable(plan), "csv", ABOUT, "ada"))).rejects.toMatchObject({
      message: "Segment 1 of a track is damaged: wrong checksum.",
      code: "SQLITE_CORRUPT",
    });
    await other.close();
  });

  it("fails when the station stops before its end, and never looks complete", async () => {
    const other = createExports({ databasePath: join(temp.dataDir, DATABASE_FILE), log: silentLog });
    const cut = other.encode(unreadable(everything), "csv", ABOUT, "ada");
    await cut.next();
    await other.close();
    await expect(textOf(cut)).rejects.toThrow("thread for exports");
  });

  it("is written on the main thread if there is no other, and a warning is logged", async () => {
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (_, message) => void warnings.push(message) };
    const broken = createExports({ databasePath: join(temp.dataDir, "nothing", "here"), log });
    const written = await textOf(broken.encode(readable(everything), "csv", ABOUT, "ada"));
    expect(written === (await textOf(encodeTelemetry(readable(everything), "csv", ABOUT)))).toBe(true);
    expect(warnings).toEqual([expect.stringContaining("could not be started")]);
    await broken.close();
  });
});

it("writes a small document on the main thread", async () => {
  const plan = {
    ...everything,
    expected: { records: LARGE_RESPONSE_RECORDS - 1, total: LARGE_RESPONSE_RECORDS - 1 },
  };
  await expect(textOf(exports.encode(unreadable(plan), "csv", ABOUT, "ada"))).rejects.toThrow("it was read here");
});
