import { createServer } from "node:http";
import { expect, it } from "vitest";
import { decodeUdpLines } from "../../ingest/codecs/udp-lines.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { silentLog } from "../../kernel/log.ts";
import { openTempStore } from "../../storage/temp-store.fixture.ts";
import { composeCore } from "../compose/core.ts";
import { createLifecycle } from "./lifecycle.ts";

const FEED = { sensorId: "roof", isLive: true, onRefused: () => undefined };
const NONE = { start: () => undefined, stop: async () => undefined, resume: () => undefined, close: () => undefined };

it("what was received is on disk before a thread is waited for, which may take as long as a table is large", async () => {
  using temp = openTempStore();
  const { store } = temp;
  const core = composeCore({ store, clock: systemClock, ids: systemIds, log: silentLog, observer: {} });
  const stored = () => store.reader.prepare("SELECT sum(record_count) FROM suboperation").pluck().get();
  const seen: unknown[] = [];
  const lifecycle = createLifecycle({
    server: createServer(),
    log: silentLog,
    core,
    sources: NONE,
    gateway: NONE,
    flightProcessing: NONE,
    sync: NONE,
    setup: NONE,
    outputs: NONE,
    threads: [{ close: () => void seen.push(stored()) }],
    identity: NONE,
    backgroundJobs: [],
    maintenance: NONE,
  });
  lifecycle.start();
  const t = Date.now() / 1000;
  const lines = [1, 2, 3].map((second) =>
    JSON.stringify({ t: t - second, mac: "02:00:5e:00:53:01", radio: "wifi", lat: 50, lon: 14, id: "1596F3" }),
  );
  const taken = core.pipeline.take(FEED, decodeUdpLines(lines.join("\n")));
  await lifecycle.stop();
  await taken;
  expect(seen).toEqual([3]);
});
