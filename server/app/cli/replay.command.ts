import { basename, extname } from "node:path";
import type { Sighting } from "../../kernel/sighting.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { replayFile } from "../../ingest/sources/file.replay.ts";
import { openStore } from "../../storage/database.ts";
import type { Core } from "../core.ts";
import { createCore } from "../core.ts";
import { createLineKeeper } from "../housekeeping.ts";
import type { LogLevel } from "../log.ts";
import { createLog } from "../log.ts";

export type ReplayOptions = {
  readonly data: string;
  readonly sensor?: string;
  readonly speed: number;
  readonly json: boolean;
  readonly spatialite?: string;
  readonly logLevel: LogLevel;
};

type ReplaySummary = {
  readonly files: number;
  /** Aircraft telemetry records in the recordings, those that were stored before among them. */
  readonly records: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly operations: readonly { readonly id: string; readonly uas_id: string | null; readonly records: number }[];
};

/** Takes recordings into a data directory that no server is using. Interrupted, it keeps what it has taken. */
export async function replayCommand(files: readonly string[], options: ReplayOptions): Promise<number> {
  const log = createLog(options.logLevel);
  const store = openStore({ dataDir: options.data, spatialite: options.spatialite });
  const abort = new AbortController();
  const interrupt = () => abort.abort(new Error("The replay was interrupted; what it had taken is stored."));
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  const tally = createTally();
  try {
    const core = createCore({
      store,
      clock: systemClock,
      ids: systemIds,
      log,
      observer: { onSighting: tally.onSighting },
    });
    try {
      for (const file of files) await replayOne(core, file, options, abort.signal, tally.onRefused);
    } finally {
      await core.pipeline.flush();
      await createLineKeeper(core, systemClock).update(new AbortController().signal, true);
      await core.recorder.close();
    }
    print(tally.summary(files.length, core), options.json);
    return 0;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
    store.close();
  }
}

async function replayOne(
  core: Core,
  file: string,
  options: ReplayOptions,
  signal: AbortSignal,
  onRefused: (reason: string) => void,
): Promise<void> {
  const feed = {
    sensorId: options.sensor ?? (basename(file, extname(file)) || "replay"),
    isLive: false,
    onRefused,
  };
  await replayFile(file, {
    speed: options.speed,
    signal,
    clock: systemClock,
    take: async (heard) => void (await core.pipeline.take(feed, heard)),
    onProgress: progressLine(file),
  });
  signal.throwIfAborted();
}

/** Progress on a terminal only: a line that is written over, on standard error. */
function progressLine(file: string): (fraction: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return (fraction) => {
    process.stderr.write(`\r${basename(file)} ${Math.round(fraction * 100)} %${fraction >= 1 ? "\n" : ""}`);
  };
}

function createTally() {
  const refused = new Map<string, number>();
  const records = new Map<string, number>();
  return {
    onRefused(reason: string) {
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    onSighting({ ua }: Sighting, operation: { readonly uuid: string }) {
      records.set(operation.uuid, (records.get(operation.uuid) ?? 0) + (ua === null ? 0 : 1));
    },
    summary(files: number, core: Core): ReplaySummary {
      // An operation may have been merged into another one after its first record.
      const merged = new Map<string, { uas_id: string | null; records: number }>();
      for (const [uuid, count] of records) {
        const operation = core.operations.service.find(uuid, true);
        if (operation === undefined) continue;
        const serial = operation.ua_identifiers.find(({ type }) => type === "serial_number");
        const known = merged.get(operation.id)?.records ?? 0;
        merged.set(operation.id, {
          uas_id: (serial ?? operation.ua_identifiers[0])?.value ?? null,
          records: known + count,
        });
      }
      return {
        files,
        records: [...records.values()].reduce((sum, count) => sum + count, 0),
        refused: Object.fromEntries(refused),
        operations: [...merged].map(([id, rest]) => ({ id, ...rest })),
      };
    },
  };
}

function print(summary: ReplaySummary, asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    return;
  }
  const lines = [`${summary.files} file${summary.files === 1 ? "" : "s"}, ${summary.records} aircraft records`];
  for (const [reason, count] of Object.entries(summary.refused)) lines.push(`refused ${count}: ${reason}`);
  for (const { id, uas_id, records } of summary.operations) {
    lines.push(`operation ${id}  ${uas_id ?? "no identifier declared"}  ${records} records`);
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}
