import { expect, it } from "vitest";
import { createManualTime } from "../ingest/manual-time.fixture.ts";
import { createHolding } from "./holding.ts";

function setUp() {
  const time = createManualTime();
  let nowMs = time.clock.now;
  const released: string[] = [];
  const holding = createHolding<string, number>({
    intervalMs: 1000,
    nowMs: () => nowMs(),
    schedule: time.schedule,
    release: (key, item) => released.push(`${key}${item}`),
  });
  return { time, holding, released, setClock: (change: () => number) => (nowMs = change) };
}

it("keeps the newest of each key until its second has passed, and counts those it stood in for", async () => {
  const { time, holding, released } = setUp();
  expect(holding.keep("A", 0)).toBe(false);
  holding.begin("A");
  await time.advance(500);
  holding.begin("B");
  expect([1, 2, 3].map((item) => holding.keep("A", item))).toEqual([true, true, true]);
  expect(holding.keep("B", 4)).toBe(true);
  expect([holding.size(), holding.replaced()]).toEqual([2, 2]);
  await time.advance(499);
  expect(released).toEqual([]);
  await time.advance(1);
  expect(released).toEqual(["A3"]);
  await time.advance(500);
  expect(released).toEqual(["A3", "B4"]);
  expect([holding.size(), holding.replaced()]).toEqual([0, 2]);
  expect([holding.keep("A", 5), holding.keep("B", 5)]).toEqual([false, false]);
});

it("gives back what it keeps of a key that is ended early", async () => {
  const { time, holding, released } = setUp();
  holding.begin("A");
  holding.keep("A", 1);
  expect(holding.end("A")).toEqual({ item: 1 });
  expect(holding.end("A")).toBeUndefined();
  expect([holding.size(), holding.keep("A", 2)]).toEqual([0, false]);
  await time.advance(2000);
  expect(released).toEqual([]);
});

it("keeps nothing longer because the clock was set back", async () => {
  const { time, holding, released, setClock } = setUp();
  holding.begin("A");
  holding.keep("A", 1);
  setClock(() => time.clock.now() - 3_600_000);
  await time.advance(1000);
  expect(released).toEqual(["A1"]);
});

it("releases nothing after it was stopped", async () => {
  const { time, holding, released } = setUp();
  holding.begin("A");
  holding.keep("A", 1);
  holding.stop();
  await time.advance(2000);
  expect([released, holding.size()]).toEqual([[], 0]);
});
