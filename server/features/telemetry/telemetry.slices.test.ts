import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OnTrack, UaPoint } from "../../kernel/telemetry.ts";
import type { TempStore } from "../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import { NOON_MS, uaPoint } from "../../kernel/points.fixture.ts";
import { UA_TABLE } from "./telemetry.columns.ts";
import { createTelemetryRecording } from "./telemetry.recording.store.ts";
import type { SliceRequest } from "./telemetry.slices.ts";
import { createSliceReader, windowOf } from "./telemetry.slices.ts";

/** Sizes of tracks around the size of a slice; their times coincide with those of other tracks. */
const SIZES = [0, 1, 2, 37, 199, 200, 201, 400, 401, 650];
const STEP_MS = [1, 3, 100, 250];

type Key = { readonly track: number; readonly timeMs: number };
const all: readonly Key[] = SIZES.flatMap((size, track) =>
  Array.from({ length: size }, (_, index) => ({
    track,
    timeMs: NOON_MS + (track % 3) * 50 + index * STEP_MS[track % 4]!,
  })),
);

let temp: TempStore;
type Read = ReturnType<typeof createSliceReader<UaPoint>>;
let read: Read;
let readMuch: Read;
beforeAll(() => {
  temp = openTempStore();
  const recording = createTelemetryRecording(temp.store.writer);
  temp.store.writer.transaction(() => {
    for (const { track, timeMs } of all) recording.recordUa(track, uaPoint({ timeMs }));
  })();
  read = createSliceReader<UaPoint>(temp.store.reader, UA_TABLE);
  readMuch = createSliceReader<UaPoint>(temp.store.reader, UA_TABLE, 400);
});
afterAll(() => temp[Symbol.dispose]());

async function collect(request: Partial<SliceRequest>, by = read): Promise<readonly (readonly OnTrack<UaPoint>[])[]> {
  const slices: (readonly OnTrack<UaPoint>[])[] = [];
  const whole: SliceRequest = {
    windows: [],
    descending: false,
    grouped: false,
    limit: Infinity,
    offset: 0,
    signal: new AbortController().signal,
    ...request,
  };
  for await (const slice of by(whole)) slices.push(slice);
  return slices;
}

/** Counts turns of the event loop until disposed. */
function countTurns(): Disposable & { readonly count: number } {
  let count = 0;
  let next = setImmediate(turn);
  function turn(): void {
    count++;
    next = setImmediate(turn);
  }
  return {
    get count() {
      return count;
    },
    [Symbol.dispose]: () => clearImmediate(next),
  };
}

const keyOf = ({ track, timeMs }: Key): Key => ({ track, timeMs });

function expected(request: Pick<SliceRequest, "windows" | "descending" | "grouped" | "limit" | "offset">) {
  const windows = request.descending && request.grouped ? request.windows.toReversed() : request.windows;
  const sign = request.descending ? -1 : 1;
  const found = windows.map((window) =>
    all
      .filter(({ track, timeMs }) => track === window.track && timeMs >= window.firstMs && timeMs <= window.lastMs)
      .toSorted((a, b) => sign * (a.timeMs - b.timeMs)),
  );
  const byTime = found.flat().toSorted((a, b) => sign * (a.timeMs - b.timeMs) || a.track - b.track);
  const page = byTime.slice(request.offset, request.offset + request.limit);
  if (!request.grouped) return page;
  const onPage = new Set(page);
  return found.flat().filter((one) => onPage.has(one));
}

const windows = fc
  .uniqueArray(
    fc.record({
      track: fc.integer({ min: 0, max: SIZES.length }),
      ends: fc.tuple(fc.integer({ min: -10, max: 40_000 }), fc.integer({ min: -10, max: 170_000 })),
    }),
    { maxLength: 11, selector: ({ track }) => track },
  )
  .map((some) =>
    some.map(({ track, ends: [a, b] }) => ({
      track,
      firstMs: NOON_MS + Math.min(a, b),
      lastMs: NOON_MS + Math.max(a, b),
    })),
  );

describe("slices", () => {
  it("equal sorting all points: by time over all tracks or track by track, with the same page of both", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          windows,
          descending: fc.boolean(),
          grouped: fc.boolean(),
          limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 2500 })),
          offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2500 })),
        }),
        async (request) => {
          const slices = await collect(request);
          expect(slices.flat().map(keyOf)).toEqual(expected(request));
          expect(slices.every(({ length }) => length >= 1 && length <= 200)).toBe(true);
          expect(await collect(request, readMuch)).toEqual(slices);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("stop reading when the caller disconnects", async () => {
    const abort = new AbortController();
    const request = SIZES.map((_, track) => ({ track, firstMs: NOON_MS, lastMs: NOON_MS + 1e6 }));
    let slices = 0;
    const reading = (async () => {
      const whole = { windows: request, descending: false, grouped: false, limit: Infinity, offset: 0 };
      for await (const _ of read({ ...whole, signal: abort.signal })) if (++slices === 2) abort.abort();
    })();
    await expect(reading).rejects.toThrow("aborted");
    expect(slices).toBe(2);
  });

  it("yield to the event loop before many tracks that end at the same time are read", async () => {
    const tracks = Array.from({ length: 20 }, (_, index) => 100 + index);
    const recording = createTelemetryRecording(temp.store.writer);
    temp.store.writer.transaction(() => {
      for (const track of tracks)
        for (let n = 0; n < 200; n++) recording.recordUa(track, uaPoint({ timeMs: NOON_MS + n }));
    })();
    using turns = countTurns();
    await collect({
      windows: tracks.map((track) => ({ track, firstMs: NOON_MS, lastMs: NOON_MS + 200 })),
      limit: 200,
    });
    expect(turns.count).toBeGreaterThanOrEqual(9);
  });

  it("are in order for more simultaneous tracks than the memory limit allows rows", async () => {
    const tracks = Array.from({ length: 1100 }, (_, index) => 1000 + index);
    const recording = createTelemetryRecording(temp.store.writer);
    temp.store.writer.transaction(() => {
      for (const track of tracks) {
        for (let n = 0; n < 45; n++) recording.recordUa(track, uaPoint({ timeMs: NOON_MS + n * 1000 + (track % 7) }));
      }
    })();
    const keys = tracks.flatMap((track) =>
      Array.from({ length: 45 }, (_, n) => ({ track, timeMs: NOON_MS + n * 1000 + (track % 7) })),
    );
    const slices = await collect({
      windows: tracks.map((track) => ({ track, firstMs: NOON_MS, lastMs: NOON_MS + 1e6 })),
    });
    expect(slices.flat().map(keyOf)).toEqual(keys.toSorted((a, b) => a.timeMs - b.timeMs || a.track - b.track));
  });

  it("yield to the event loop in between", async () => {
    using turns = countTurns();
    const slices = await collect({ windows: [{ track: 9, firstMs: NOON_MS, lastMs: NOON_MS + 1e6 }] });
    expect(slices.map(({ length }) => length)).toEqual([200, 200, 200, 50]);
    expect(turns.count).toBeGreaterThanOrEqual(3);
  });
});

describe("the window of a track", () => {
  const known = { fromMs: 10, toMs: 20 };
  it.each([
    [
      { fromMs: 0, toMs: 30 },
      { track: 1, firstMs: 10, lastMs: 20 },
    ],
    [
      { fromMs: 12, toMs: 15 },
      { track: 1, firstMs: 12, lastMs: 15 },
    ],
    [
      { fromMs: 20, toMs: 30 },
      { track: 1, firstMs: 20, lastMs: 20 },
    ],
    [{ fromMs: 0, toMs: 9 }, undefined],
    [{ fromMs: 21, toMs: 22 }, undefined],
  ])("is its intersection with the range %o", (range, window) => {
    expect(windowOf(1, known, range)).toEqual(window);
  });
});
