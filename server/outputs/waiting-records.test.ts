import { expect, it } from "vitest";
import { createManualTime } from "../ingest/manual-time.fixture.ts";
import { createWaitingRecords } from "./waiting-records.ts";

function setUp({ max = 10, intervalMs = 0 } = {}) {
  const time = createManualTime();
  let nowMs = time.clock.now;
  let ready = 0;
  const records = createWaitingRecords<number>({
    max,
    intervalMs,
    nowMs: () => nowMs(),
    schedule: time.schedule,
    onReady: () => ready++,
  });
  /** What is taken, by key and item; what is below zero is not to be sent. */
  function takeAll(): string[] {
    const taken: string[] = [];
    const read = (item: number) => (item < 0 ? undefined : `${item}`);
    for (let next = records.take(read); next !== undefined; next = records.take(read)) {
      taken.push(next.key + next.read);
    }
    return taken;
  }
  const counts = () => [records.size(), records.dropped(), records.coalesced()];
  return { time, records, takeAll, counts, ready: () => ready, setClock: (change: () => number) => (nowMs = change) };
}

it("returns the newest item of each key, the newest key first, and counts what was replaced", () => {
  const { records, takeAll, counts } = setUp();
  for (const [key, item] of [
    ["a", 1],
    ["b", 1],
    ["c", 1],
    ["a", 2],
    ["a", 3],
  ] as const)
    records.put(key, item);
  expect(counts()).toEqual([3, 2, 0]);
  expect(takeAll()).toEqual(["a3", "c1", "b1"]);
  expect(counts()).toEqual([0, 2, 0]);
});

it("puts back what could not be sent behind the others, and not before something newer", () => {
  const { records, takeAll, counts } = setUp();
  for (const key of ["a", "b"]) records.put(key, 1);
  expect(takeAll()).toEqual(["b1", "a1"]);
  records.put("b", 2);
  records.put("c", 1);
  records.putBack("b", 1);
  expect(counts()).toEqual([2, 1, 0]);
  records.putBack("a", 1);
  expect(counts()).toEqual([3, 1, 0]);
  expect(takeAll()).toEqual(["c1", "b2", "a1"]);
});

it("drops the oldest beyond its bound, and stays small however often items are replaced", () => {
  const { records, takeAll, counts } = setUp({ max: 3 });
  const dropped = [1, 2, 3, 4].map((at) => {
    records.put(`k${at}`, at);
    return records.dropped();
  });
  expect(dropped).toEqual([0, 0, 0, 1]);
  for (let at = 0; at < 10_000; at++) records.put("k3", at);
  records.putBack("k1", 1);
  expect(counts()).toEqual([3, 10_002, 0]);
  expect(takeAll()).toEqual(["k39999", "k44", "k22"]);
  for (const at of [5, 6, 7, 8]) records.put(`k${at}`, at);
  expect(takeAll()).toEqual(["k88", "k77", "k66"]);
});

it("drops the oldest that waits, also after others were put back behind it", () => {
  const { records, takeAll, counts } = setUp({ max: 3 });
  for (const at of [1, 2, 3, 4]) records.put(`k${at}`, at);
  expect(takeAll()).toEqual(["k44", "k33", "k22"]);
  records.put("k5", 5);
  records.putBack("k2", 2);
  records.putBack("k1", 1);
  records.put("k6", 6);
  expect(counts()).toEqual([3, 2, 0]);
  expect(takeAll()).toEqual(["k66", "k55", "k22"]);
});

it("keeps the newest of each key until its second has passed, and counts those it stood in for", async () => {
  const { time, records, takeAll, counts, ready } = setUp({ intervalMs: 1000 });
  records.put("A", 0);
  expect(takeAll()).toEqual(["A0"]);
  await time.advance(500);
  records.put("B", 0);
  expect(takeAll()).toEqual(["B0"]);
  for (const item of [1, 2, 3]) records.put("A", item);
  records.put("B", 4);
  expect([counts(), ready()]).toEqual([[2, 0, 2], 2]);
  await time.advance(499);
  expect(takeAll()).toEqual([]);
  await time.advance(1);
  expect([takeAll(), ready()]).toEqual([["A3"], 3]);
  await time.advance(500);
  expect([takeAll(), ready()]).toEqual([["B4"], 4]);
  expect(counts()).toEqual([0, 0, 2]);
  await time.advance(1000);
  for (const key of ["A", "B"]) records.put(key, 5);
  expect(takeAll()).toEqual(["B5", "A5"]);
});

it("sends what is kept of a key instead of what is put back of it", async () => {
  const { time, records, takeAll, counts } = setUp({ intervalMs: 1000 });
  records.put("A", 1);
  expect(takeAll()).toEqual(["A1"]);
  records.put("A", 2);
  records.putBack("A", 1);
  expect(counts()).toEqual([1, 1, 0]);
  expect(takeAll()).toEqual(["A2"]);
  await time.advance(2000);
  expect([takeAll(), counts()]).toEqual([[], [0, 1, 0]]);
});

it("does not hold back a key of which nothing was sent", () => {
  const { records, takeAll, counts } = setUp({ intervalMs: 1000 });
  records.put("A", -1);
  expect(takeAll()).toEqual([]);
  records.put("A", 1);
  expect(takeAll()).toEqual(["A1"]);
  expect(counts()).toEqual([0, 0, 0]);
});

it("keeps nothing longer because the clock was set back", async () => {
  const { time, records, takeAll, setClock } = setUp({ intervalMs: 1000 });
  records.put("A", 0);
  takeAll();
  records.put("A", 1);
  setClock(() => time.clock.now() - 3_600_000);
  await time.advance(1000);
  expect(takeAll()).toEqual(["A1"]);
});

it("releases nothing after it was stopped", async () => {
  const { time, records, takeAll, counts } = setUp({ intervalMs: 1000 });
  records.put("A", 0);
  takeAll();
  records.put("A", 1);
  records.stop();
  await time.advance(2000);
  expect([takeAll(), counts()]).toEqual([[], [0, 0, 0]]);
});
