import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { NOON_MS } from "../../kernel/points.fixture.ts";
import { makeDataDir } from "../../storage/data-dir.fixture.ts";
import { openStore, type Store } from "../../storage/database.ts";
import { createUndeliveredEvents, type UndeliveredEvents } from "./undelivered-events.ts";

let dataDir: string;
let store: Store;
let nowMs = NOON_MS;
let kept: UndeliveredEvents;
const open = () => {
  store = openStore({ dataDir });
  kept = createUndeliveredEvents(store, { clock: { now: () => nowMs }, log: silentLog });
};
const rows = () => store.reader.prepare<[], { n: number }>("SELECT count(*) AS n FROM output_event").get()!.n;
const event = (number: number, atMs = NOON_MS) => ({ name: "alert", atMs, payload: { number } }) as const;
const numbersOf = (outputId: string) =>
  kept.waiting(outputId).map(({ payload }) => (payload as { number: number }).number);

beforeEach(() => {
  dataDir = makeDataDir("undelivered-events");
  nowMs = NOON_MS;
  open();
  for (const id of ["a", "b"]) {
    store.writer
      .prepare("INSERT INTO output (id, name, enabled, owner, settings, created_ms) VALUES (?, '', 1, '', '{}', 0)")
      .run(id);
  }
});
afterEach(async () => {
  await kept.close();
  store.close();
  rmSync(dataDir, { recursive: true });
});

async function restart(): Promise<void> {
  await kept.close();
  store.close();
  open();
}

it("has what was not delivered wait after a restart, in its order and for its output", async () => {
  const events = [1, 2, 3, 4].map((number) => event(number));
  for (const one of events) kept.add("a", one);
  kept.add("b", event(5));
  kept.settle("a", events[1]!);
  await restart();
  expect([numbersOf("a"), numbersOf("b")]).toEqual([[1, 3, 4], [5]]);
  kept.add("a", event(6));
  kept.settle("a", kept.waiting("a")[0]!);
  await restart();
  expect(numbersOf("a")).toEqual([3, 4, 6]);
});

it("has an event on disk also where the program is killed", async () => {
  kept.add("a", event(1));
  await expect.poll(rows).toBe(1);
});

it("discards what is older than a day, and what a removed output had", async () => {
  for (const [number, atMs] of [NOON_MS, NOON_MS + DAY_MS].entries()) kept.add("a", event(number, atMs));
  kept.add("b", event(2));
  nowMs = NOON_MS + DAY_MS + 1;
  expect(numbersOf("a")).toEqual([1]);
  kept.forget("b");
  await restart();
  expect([numbersOf("a"), numbersOf("b"), rows()]).toEqual([[1], [], 1]);
  store.writer.prepare("DELETE FROM output").run();
  await restart();
  expect(rows()).toBe(0);
});
