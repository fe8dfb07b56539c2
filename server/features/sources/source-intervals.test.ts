import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/clock.ts";
import { createSealing, SEALING_KEY_BYTES } from "../../kernel/sealing.ts";
import { makeDataDir } from "../../storage/data-dir.fixture.ts";
import { openStore, type Store } from "../../storage/database.ts";
import { createSourceIntervals, type SourceIntervals } from "./source-intervals.ts";
import { createSourcesStore } from "./sources.store.ts";

let dataDir: string;
let store: Store;
let nowMs: number;
let intervals: SourceIntervals;

const SOURCE = {
  id: "roof",
  name: "Roof",
  sensor_id: "roof",
  enabled: true,
  with_station: false,
  settings: { kind: "push" },
  credential: null,
} as const;
const sources = () => createSourcesStore(store.writer, createSealing(new Uint8Array(SEALING_KEY_BYTES)));

beforeEach(() => {
  dataDir = makeDataDir("source-intervals");
  store = openStore({ dataDir, synchronous: "OFF" });
  sources().insert(SOURCE, { ms: 0, by: null });
  nowMs = 1000;
  intervals = createSourceIntervals(store.writer, { now: () => nowMs });
});
afterEach(() => {
  store.close();
  rmSync(dataDir, { recursive: true });
});

const recorded = () =>
  intervals
    .list({ fromMs: 0, toMs: 1e15 }, 100)
    .map(({ name, state, fromMs, untilMs }) => `${name} ${state} ${fromMs}–${untilMs}`);
const extend = () => intervals.backgroundJobs[0]!.run(new AbortController().signal);

it("begins an interval with a state and ends it with the next one", () => {
  intervals.note("roof", "starting");
  nowMs = 2000;
  intervals.note("roof", "running");
  nowMs = 5000;
  intervals.note("roof", "waiting");
  nowMs = 6000;
  intervals.note("roof", "starting");
  nowMs = 7000;
  intervals.note("roof", "waiting");
  nowMs = 8000;
  intervals.note("roof", "running");
  nowMs = 9000;
  intervals.note("roof", "stopped");
  nowMs = 10_000;
  void extend();
  expect(recorded()).toEqual(["Roof running 2000–5000", "Roof waiting 5000–8000", "Roof running 8000–9000"]);
});

it("moves the end on while a state lasts, so that a crash claims nothing of what came after", () => {
  intervals.note("roof", "running");
  nowMs = 31_000;
  void extend();
  nowMs = 50_000;
  expect(recorded()).toEqual(["Roof running 1000–50000"]);
  const after = createSourceIntervals(store.writer, { now: () => 90_000 });
  expect(after.list({ fromMs: 0, toMs: 1e15 }, 1).map(({ untilMs }) => untilMs)).toEqual([31_000]);
});

it("keeps what it has of a source that was removed", () => {
  intervals.note("roof", "running");
  sources().remove("roof");
  nowMs = 3000;
  intervals.note("roof", "stopped");
  expect(recorded()).toEqual(["Roof running 1000–3000"]);
});

it("removes what ended more than 90 days ago", () => {
  intervals.note("roof", "running");
  intervals.note("roof", "stopped");
  nowMs += 90 * DAY_MS;
  void extend();
  expect(recorded()).toHaveLength(1);
  nowMs += 1;
  void extend();
  expect(recorded()).toEqual([]);
});
