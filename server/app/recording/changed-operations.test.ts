import { afterEach, beforeEach, expect, it } from "vitest";
import { decodeUdpLines } from "../../ingest/codecs/udp-lines.ts";
import { systemIds } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { composeCore, type Core } from "../compose/core.ts";
import { createChangedOperations } from "./changed-operations.ts";

const NOW_MS = Date.UTC(2025, 4, 1, 12);
const FEED = { sensorId: "roof", isLive: true, onRefused: () => undefined };
const clock = { now: () => NOW_MS };

let temp: TempStore;
let core: Core;
let changes: ReturnType<typeof createChangedOperations>;
/** The ids of the operations that were given. */
let given: number[];
beforeEach(() => {
  temp = openTempStore();
  core = composeCore({ store: temp.store, clock, ids: systemIds, log: silentLog, observer: {} });
  given = [];
  changes = createChangedOperations(() => core.operations.fusionState);
});
afterEach(async () => {
  await core.recorder.close();
  temp[Symbol.dispose]();
});

/** So many aircraft are received, each once. */
async function receive(aircraft: number, second: number): Promise<void> {
  const lines = Array.from({ length: aircraft }, (_, index) =>
    JSON.stringify({
      t: NOW_MS / 1000 - 60 + second,
      mac: `02:00:5e:00:${(index >> 8).toString(16).padStart(2, "0")}:${(index % 256).toString(16).padStart(2, "0")}`,
      radio: "wifi",
      lat: 50 + index * 1e-4,
      lon: 14.4,
      id: `1596F3${index}`,
    }),
  );
  await core.pipeline.take(FEED, decodeUdpLines(lines.join("\n")));
}

/** How many operations each of some parts has. */
function countsOf(parts: number): readonly number[] {
  return Array.from({ length: parts }, () => {
    const { operations } = changes.next();
    given.push(...operations.map(({ id }) => id));
    return operations.length;
  });
}

it("returns the operations of a crowd in parts, each once", async () => {
  await receive(600, 0);
  expect(countsOf(6)).toEqual([250, 250, 100, 0, 0, 0]);
  expect(new Set(given).size).toBe(600);
});

it("returns what changes all the time as often as others, in the order of the changes", async () => {
  await receive(300, 0);
  expect(countsOf(1)).toEqual([250]);
  // The first 100 change again while the last 50 wait, which are not passed.
  await receive(100, 1);
  expect(countsOf(4)).toEqual([50, 0, 0, 0]);
  expect(new Set(given).size).toBe(300);
  expect(countsOf(5)).toEqual([100, 0, 0, 0, 0]);
  expect(given.slice(300).toSorted()).toEqual(given.slice(0, 100).toSorted());
});
