import { expect, it } from "vitest";
import { createManualTime } from "../../server/ingest/manual-time.fixture.ts";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import { createOutputFeed, MAX_WAITING_EVENTS } from "../../server/outputs/output.feed.ts";
import type { OutputRecord } from "../../server/outputs/output.ts";

const record = (name: string) => ({ operationId: name }) as OutputRecord;
const event = (payload: number, atMs: number) => ({ name: "alert", atMs, payload: { payload } }) as const;

function setUp(intervalMs = 0) {
  const time = createManualTime();
  let sent = 0;
  const feed = createOutputFeed<string, OutputRecord>({
    makeRecord: (name) => (name.startsWith("hidden") ? undefined : record(name)),
    onSent: (count) => (sent += count),
    clock: time.clock,
    schedule: time.schedule,
    intervalMs,
  });
  const stop = new AbortController();
  return { time, feed, stop, open: () => feed.open(stop.signal), sent: () => sent };
}

it("waits for a record, and ends when it is stopped or its connection breaks, without losing one", async () => {
  const { feed, open, stop } = setUp();
  const reading = open();
  const broken = new AbortController();
  const first = reading.next(broken.signal);
  broken.abort(new Error("the connection broke"));
  await expect(first).rejects.toThrow("the connection broke");
  const second = reading.next();
  feed.put("A", "hidden 1");
  feed.put("A", "A1");
  expect(await second).toEqual(record("A1"));
  const third = reading.next();
  stop.abort(new Error("stopped"));
  await expect(third).rejects.toThrow("stopped");
  await expect(reading.next()).rejects.toThrow("stopped");
});

it("has what was not settled wait again, an event in its old place and a record unless a newer one came", async () => {
  const { feed, open, sent, time } = setUp();
  for (const name of ["A", "B", "C"]) feed.put(name, `${name}1`);
  for (const number of [1, 2, 3]) feed.putEvent(event(number, time.clock.now()));
  const broken = open();
  expect([await broken.next(), await broken.next()]).toEqual([record("C1"), record("B1")]);
  broken.sent();
  expect([await broken.nextEvent(), await broken.nextEvent()]).toMatchObject([
    { payload: { payload: 1 } },
    { payload: { payload: 2 } },
  ]);
  feed.put("B", "B2");
  broken.close();
  expect([sent(), feed.dropped(), feed.waiting()]).toEqual([1, 1, 2 + 3]);
  const again = open();
  expect([await again.next(), await again.next()]).toEqual([record("B2"), record("A1")]);
  expect((await again.nextEvent()).payload).toEqual({ payload: 1 });
});

it("sends an aircraft once in an interval, with its newest record, and never loses its last one", async () => {
  const { feed, open, time, sent } = setUp(1000);
  const reading = open();
  feed.put("A", "A1");
  expect(await reading.next()).toEqual(record("A1"));
  for (const name of ["A2", "A3"]) feed.put("A", name);
  feed.put("B", "B1");
  expect([feed.coalesced(), feed.dropped(), feed.waiting()]).toEqual([1, 0, 2]);
  expect(await reading.nextOf(9)).toEqual([record("B1")]);
  const next = reading.nextOf(9);
  await time.advance(1000);
  expect(await next).toEqual([record("A3")]);
  feed.put("A", "A4");
  reading.sent(2);
  reading.close();
  // The run failed before A3 was sent; A4 is newer.
  expect([sent(), feed.coalesced(), feed.dropped(), feed.waiting()]).toEqual([2, 1, 1, 1]);
  expect(await open().nextOf(9)).toEqual([record("A4")]);
});

it("discards events that are older than an hour, and the oldest beyond its limit", async () => {
  const { feed, open, time } = setUp();
  feed.putEvent(event(1, time.clock.now()));
  await time.advance(HOUR_MS + 1);
  feed.putEvent(event(2, time.clock.now()));
  const reading = open();
  expect((await reading.nextEvent()).payload).toEqual({ payload: 2 });
  expect(feed.dropped()).toBe(1);
  for (let number = 3; number < 3 + MAX_WAITING_EVENTS + 5; number++) feed.putEvent(event(number, time.clock.now()));
  expect((await reading.nextEvent()).payload).toEqual({ payload: 8 });
  expect(feed.dropped()).toBe(6);
});

it("lets others run while it always has something to send", async () => {
  const { feed, open } = setUp();
  for (let number = 0; number < 1000; number++) feed.put(`${number}`, `${number}`);
  const reading = open();
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns++;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  for (let number = 0; number < 1000; number++) await reading.next();
  isReading = false;
  expect(turns).toBeGreaterThanOrEqual(10);
});
