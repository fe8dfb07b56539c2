import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { SLICE_ROWS } from "../storage/sliced.ts";
import { decodeUdpLines } from "./codecs/udp-lines.ts";
import type { Decoded } from "./decoded.ts";
import { createPipeline } from "./pipeline.ts";
import type { Feed } from "./pipeline.ts";

const NOON_MS = Date.UTC(2026, 4, 1, 12);
const FEED: Feed = { sensorId: "roof", isLive: false, onRefused: () => undefined };

function frameAt(timeMs: number): Decoded {
  return decodeUdpLines(
    JSON.stringify({ t: timeMs, mac: "02:00:00:00:00:01", lat: 50, lon: 14, id: "1596F35190193631036" }),
  )[0]!;
}

/** A pipeline that records the capture times of what it has taken, relative to noon. */
function open() {
  const taken: number[] = [];
  const pipeline = createPipeline({
    clock: { now: () => NOON_MS + 3_600_000 },
    recordSighting: ({ observedAtMs }) => void taken.push(observedAtMs - NOON_MS),
    recordSystem: () => undefined,
    committed: () => Promise.resolve(),
  });
  return { pipeline, taken };
}

const manyFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => frameAt(NOON_MS + first + at));

it("processes a small batch immediately", () => {
  const { pipeline, taken } = open();
  void pipeline.take(FEED, manyFrom(0, SLICE_ROWS));
  expect(taken).toHaveLength(SLICE_ROWS);
});

it("processes a large batch in slices that leave the event loop free in between, and later batches after it", async () => {
  const { pipeline, taken } = open();
  const much = pipeline.take(FEED, manyFrom(0, 900));
  const later = [pipeline.take(FEED, manyFrom(900, 1)), pipeline.take(FEED, manyFrom(901, 300))];
  const seen = new Set<number>();
  for (let turns = 0; turns < 10; turns++) {
    await nextTurn();
    seen.add(taken.length);
  }
  await Promise.all([much, ...later]);
  expect(seen.size).toBeGreaterThan(4);
  expect(taken).toEqual(Array.from({ length: 1201 }, (_, at) => at));
});

it("flushes only after the current batch was taken completely", async () => {
  const { pipeline, taken } = open();
  void pipeline.take(FEED, manyFrom(0, 900));
  await pipeline.flush();
  expect(taken).toHaveLength(900);
});
