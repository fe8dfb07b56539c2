import type { PurgeRun } from "../../contracts/retention.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { openStore } from "../../storage/database.ts";
import type { LogLevel } from "../station/config.ts";
import { composeCore } from "../compose/core.ts";
import { createLog } from "../station/stderr-log.ts";
import { composeRetention } from "../compose/retention.ts";
import { print } from "./print.ts";

export type PurgeOptions = {
  readonly data: string;
  readonly olderThan?: number;
  readonly json: boolean;
  readonly spatialite?: string;
  readonly logLevel: LogLevel;
};

/** Runs the hourly purge of a running station once, on a directory that no station is using. */
export async function purgeCommand({ data, olderThan, json, spatialite, logLevel }: PurgeOptions): Promise<number> {
  const store = openStore({ dataDir: data, spatialite });
  const log = createLog(logLevel);
  try {
    const core = composeCore({ store, clock: systemClock, ids: systemIds, log, observer: {} });
    const parts = { store, core, clock: systemClock, log, dataDir: data, recordAudit: () => undefined };
    const { service } = composeRetention(parts);
    service.startPurge(olderThan === undefined ? {} : { max_age_days: olderThan });
    const done = await service.finished();
    if (done === null) throw new Error("The purge did not run.");
    print(json, done, [sentenceOf(done)]);
    return done.outcome === "finished" ? 0 : 1;
  } finally {
    store.close();
  }
}

function sentenceOf({ removed, freed_bytes: freed }: PurgeRun): string {
  const { operations, records } = removed;
  const freedMb = (freed / 1e6).toFixed(1);
  return `Removed ${operations} operations with ${records} records; the recording is ${freedMb} MB smaller.`;
}
