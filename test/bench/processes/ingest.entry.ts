import { createServer } from "node:http";
import { composeCore } from "../../../server/app/compose/core.ts";
import { createLivePublisher } from "../../../server/app/recording/live-publisher.ts";
import { UA_FIELDS } from "../../../server/kernel/track-segment/ua-points.ts";
import { UA_TABLE } from "../../../server/features/telemetry/telemetry.columns.ts";
import { insertSql } from "../../../server/features/telemetry/telemetry.insert.store.ts";
import { createAccessPolicy } from "../../../server/http/access-policy.ts";
import { replayFile } from "../../../server/ingest/sources/file.replay.ts";
import { systemClock } from "../../../server/kernel/clock.ts";
import { systemIds } from "../../../server/kernel/ids.ts";
import { silentLog } from "../../../server/kernel/log.ts";
import { LOCAL_OPERATOR } from "../../../server/kernel/principal.ts";
import { createLiveGateway } from "../../../server/live/live-gateway.ts";
import { openStore } from "../../../server/storage/database.ts";
import { pointOf } from "../flights.fixture.ts";
import { measureUsage, type ResourceUsage } from "../rounds.ts";
import { answerParent } from "./child.ts";

const TRANSACTION_ROWS = 1000;

const [dataDir = ""] = process.argv.slice(2);
const store = openStore({ dataDir });

/** The work of a source: decode, normalise, fuse, store, publish to live clients. */
async function replay({ recording, records }: { recording: string; records: number }): Promise<ResourceUsage> {
  const gateway = createLiveGateway({
    httpServer: createServer(),
    authenticate: () => LOCAL_OPERATOR,
    access: createAccessPolicy(),
    clock: systemClock,
    log: silentLog,
  });
  const publisher = createLivePublisher({
    gateway: () => gateway,
    operations: () => core.operations,
    clock: systemClock,
  });
  const core = composeCore({ store, clock: systemClock, ids: systemIds, log: silentLog, observer: publisher });
  const feed = { sensorId: "bench-receiver-1", isLive: true, onRefused: () => undefined };
  const { signal } = new AbortController();
  const took = await measureUsage(async () => {
    await replayFile(recording, {
      signal,
      speed: 0,
      clock: systemClock,
      take: (received) => core.pipeline.take(feed, received),
    });
    await core.pipeline.flush();
  });
  gateway.close();
  await core.recorder.close();
  const stored = store.reader
    .prepare<[], number>(
      "SELECT (SELECT count(*) FROM ua_track) + (SELECT coalesce(sum(point_count), 0) FROM packed_segment)",
    )
    .pluck()
    .get();
  if (stored !== records) throw new Error(`${stored} of ${records} records were stored`);
  return took;
}

/** The minimum of a store: rows into the clustered table, synchronous = FULL, nothing else. */
function bare({ records, aircraft }: { records: number; aircraft: number }): Promise<ResourceUsage> {
  const flights = { tracks: aircraft, pointsOfTrack: 0, startEveryMs: 1, stepMs: 1000, spreadDeg: 0.15 };
  const rows = Array.from({ length: records }, (_, at) => {
    const track = 1 + (at % aircraft);
    const point = pointOf(track, Math.floor(at / aircraft), flights);
    return [track, ...UA_FIELDS.map((field) => point[field])];
  });
  const insert = store.writer.prepare(insertSql(UA_TABLE));
  const insertAll = store.writer.transaction((some: typeof rows) => {
    for (const row of some) insert.run(row);
  });
  return measureUsage(() => {
    for (let at = 0; at < rows.length; at += TRANSACTION_ROWS) insertAll(rows.slice(at, at + TRANSACTION_ROWS));
  });
}

answerParent(
  {
    replay: (argument) => replay(argument as Parameters<typeof replay>[0]),
    bare: (argument) => bare(argument as Parameters<typeof bare>[0]),
  },
  async () => store.close(),
);
