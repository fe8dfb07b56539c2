import { rmSync } from "node:fs";
import { composeCore } from "../../server/app/compose/core.ts";
import type { Core } from "../../server/app/compose/core.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { OperationListQuery } from "../../server/contracts/operations.ts";
import { TelemetryListQuery } from "../../server/contracts/telemetry.ts";
import type { Decoded } from "../../server/ingest/decoded.ts";
import { systemIds } from "../../server/kernel/ids.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { LOCAL_OPERATOR } from "../../server/kernel/principal.ts";
import { toUaTelemetry } from "../../server/kernel/telemetry-records.ts";
import { openStore } from "../../server/storage/database.ts";
import type { Store } from "../../server/storage/database.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";

export type TestCore = Core & {
  readonly store: Store;
  /** The station's clock: stands still until it is set. */
  readonly clock: { readonly now: () => number; set: (timeMs: number) => void };
  readonly refused: Map<string, number>;
  /** Stores decoded input of a receiver and waits until it is on disk. */
  readonly receive: (decoded: readonly Decoded[], sensorId?: string) => Promise<void>;
  readonly listOperations: (query?: object) => Promise<readonly Operation[]>;
  readonly listUa: (query: object) => Promise<readonly UaTelemetry[]>;
  readonly close: () => Promise<void>;
};

/** The part that records and reads telemetry, with a real store in a separate directory and without any edge. */
export function openTestCore(nowMs: number): TestCore {
  const dataDir = makeDataDir("core");
  const store = openStore({ dataDir, synchronous: "OFF" });
  let now = nowMs;
  const clock = { now: () => now, set: (timeMs: number) => void (now = timeMs) };
  const core = composeCore({ store, clock, ids: systemIds, log: silentLog, observer: {} });
  const refused = new Map<string, number>();
  const call = {
    principal: LOCAL_OPERATOR,
    params: undefined,
    body: undefined,
    representation: "json",
    signal: new AbortController().signal,
  } as const;
  return {
    ...core,
    store,
    clock,
    refused,
    async receive(decoded, sensorId = "sensor-1") {
      const onRefused = (reason: string) => void refused.set(reason, (refused.get(reason) ?? 0) + 1);
      await core.pipeline.take({ sensorId, isLive: false, onRefused }, decoded);
    },
    async listOperations(query = {}) {
      const all = { from: "2011-01-01T00:00:00Z", ...query };
      const reply = await core.operations.handlers.listOperations({ ...call, query: OperationListQuery.parse(all) });
      if (reply.status !== 200 || !("body" in reply)) throw new Error(JSON.stringify(reply));
      return reply.body as readonly Operation[];
    },
    async listUa(query) {
      const reply = await core.telemetry.handlers.listUaTelemetry({ ...call, query: TelemetryListQuery.parse(query) });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply));
      const records: UaTelemetry[] = [];
      for await (const { origins, points } of reply.stream.slices) {
        for (const point of points) records.push(toUaTelemetry(point, origins.get(point.track)!));
      }
      return records;
    },
    async close() {
      await core.pipeline.flush();
      await core.recorder.close();
      store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
