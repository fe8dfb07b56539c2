import { afterEach, beforeEach, expect, it } from "vitest";
import { decodeUdpLines } from "../../ingest/codecs/udp-lines.ts";
import { systemIds } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import type { LiveGateway } from "../../live/live-gateway.ts";
import { openTempStore, type TempStore } from "../../storage/temp-store.fixture.ts";
import { createCore, type Core } from "../compose/core.ts";
import { createLivePublisher, type LivePublisher } from "./live-publisher.ts";

const NOW_MS = Date.UTC(2025, 4, 1, 12);
const FEED = { sensorId: "roof", isLive: true, onRejected: () => undefined };
const clock = { now: () => NOW_MS };

let temp: TempStore;
let core: Core;
let publisher: LivePublisher;
/** The ids of the operations that were published. */
let published: string[];
beforeEach(() => {
  temp = openTempStore();
  core = createCore({ store: temp.store, clock, ids: systemIds, log: silentLog, observer: {} });
  published = [];
  const gateway = {
    isWatched: () => true,
    publishOperation: ({ operationId }: { readonly operationId: string }) => void published.push(operationId),
  } as unknown as LiveGateway;
  publisher = createLivePublisher({ gateway: () => gateway, operations: () => core.operations, clock });
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

/** How many operations each of some calls publishes. */
function countsOf(calls: number): readonly number[] {
  return Array.from({ length: calls }, () => {
    const before = published.length;
    publisher.publishChangedOperations();
    return published.length - before;
  });
}

it("publishes the operations of a crowd in parts, each once", async () => {
  await receive(600, 0);
  expect(countsOf(6)).toEqual([250, 250, 100, 0, 0, 0]);
  expect(new Set(published).size).toBe(600);
});

it("publishes what changes all the time as often as others, in the order in which it changed", async () => {
  await receive(300, 0);
  expect(countsOf(1)).toEqual([250]);
  // The first 100 change again while the last 50 wait, which are not passed.
  await receive(100, 1);
  expect(countsOf(4)).toEqual([50, 0, 0, 0]);
  expect(new Set(published).size).toBe(300);
  expect(countsOf(5)).toEqual([100, 0, 0, 0, 0]);
  expect(published.slice(300).toSorted()).toEqual(published.slice(0, 100).toSorted());
});
