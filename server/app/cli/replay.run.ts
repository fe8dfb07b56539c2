import { basename, extname } from "node:path";
import type { Sighting } from "../../kernel/sighting.ts";
import { systemClock } from "../../kernel/clock.ts";
import { systemIds } from "../../kernel/ids.ts";
import { LOCAL_OPERATOR } from "../../kernel/principal.ts";
import { uasIdOf } from "../../kernel/uas-id.ts";
import { type ReplaySummary as FileSummary, replayFile } from "../../ingest/sources/file.replay.ts";
import { SourceFailure } from "../../ingest/source.failure.ts";
import { openStore } from "../../storage/database.ts";
import type { Core } from "../compose/core.ts";
import { composeCore } from "../compose/core.ts";
import { createTrackLineUpdater } from "../recording/track-lines.job.ts";
import type { LogLevel } from "../station/config.ts";
import { createLog } from "../station/stderr-log.ts";
import { replayRemotely } from "./replay.remote.ts";
import type { Attempt, ReplaySummary } from "./replay.summary.ts";
import { printSummary, progressLine } from "./replay.summary.ts";
import { runWithInterrupt } from "./with-interrupt.ts";

export type ReplayOptions = {
  readonly data: string;
  readonly url?: string;
  readonly token?: string;
  readonly sensor?: string;
  readonly speed: number;
  readonly json: boolean;
  readonly spatialite?: string;
  readonly logLevel: LogLevel;
};

/**
 * Replays recordings into a data directory that no server is using, or has a running station replay them. A file that
 * cannot be read does not prevent the others from being replayed; the exit code is 0 only when all of them were.
 * Refused frames are not a failure. When the replay is interrupted, what was read so far stays stored.
 */
export function replayCommand(files: readonly string[], options: ReplayOptions): Promise<number> {
  return runWithInterrupt("The replay was interrupted; what it had taken is stored.", async (signal) => {
    const unread: string[] = [];
    /** Resolves with the result of a replay, or with `undefined` if its file could not be read. */
    const attempt: Attempt = async (replay) => {
      try {
        return await replay();
      } catch (error) {
        if (signal.aborted || !(error instanceof SourceFailure)) throw error;
        unread.push(error.message);
        process.stderr.write(`${error.message}\n`);
        return undefined;
      }
    };
    const summary =
      options.url === undefined
        ? await replayLocally(files, options, attempt, signal)
        : await replayRemotely({ url: options.url, token: options.token }, files, {
            ...options,
            attempt,
            signal,
          });
    // No summary if nothing was read at all.
    if (summary.files > 0 || Object.keys(summary.refused).length > 0) printSummary(summary, options.json);
    return unread.length === 0 ? 0 : 1;
  });
}

async function replayLocally(
  files: readonly string[],
  options: ReplayOptions,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<ReplaySummary> {
  const log = createLog(options.logLevel);
  const store = openStore({ dataDir: options.data, spatialite: options.spatialite });
  const counts = createReplayCounts();
  try {
    const core = composeCore({
      store,
      clock: systemClock,
      ids: systemIds,
      log,
      observer: { onSighting: counts.onSighting },
    });
    let read = 0;
    try {
      for (const file of files) {
        const found = await attempt(() => replayOne(core, file, { ...options, signal, onRefused: counts.onRefused }));
        if (found !== undefined) read++;
      }
    } finally {
      await core.pipeline.flush();
      await createTrackLineUpdater(core, systemClock).update(new AbortController().signal, { isLast: true });
      await core.recorder.close();
    }
    return counts.summary(read, core);
  } finally {
    store.close();
  }
}

async function replayOne(
  core: Core,
  file: string,
  options: ReplayOptions & { readonly signal: AbortSignal; readonly onRefused: (reason: string) => void },
): Promise<FileSummary> {
  const { signal, onRefused } = options;
  const feed = {
    sensorId: options.sensor ?? (basename(file, extname(file)) || "replay"),
    isLive: false,
    onRefused,
  };
  const found = await replayFile(file, {
    speed: options.speed,
    signal,
    clock: systemClock,
    take: (received) => core.pipeline.take(feed, received),
    onProgress: progressLine(basename(file)),
  });
  signal.throwIfAborted();
  return found;
}

function createReplayCounts() {
  const refused = new Map<string, number>();
  const records = new Map<string, number>();
  return {
    onRefused(reason: string) {
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    onSighting({ ua }: Sighting, { uuid }: { readonly uuid: string }) {
      records.set(uuid, (records.get(uuid) ?? 0) + (ua === null ? 0 : 1));
    },
    summary(files: number, core: Core): ReplaySummary {
      // A suboperation may have moved to another operation after its first record.
      const merged = new Map<string, { uas_id: string | null; records: number }>();
      for (const [uuid, count] of records) {
        const [suboperation] = core.operations.service.findSuboperations(uuid, false, LOCAL_OPERATOR);
        const operation =
          suboperation && core.operations.service.find(suboperation.operation.uuid, true, LOCAL_OPERATOR);
        if (operation === undefined) continue;
        const known = merged.get(operation.id)?.records ?? 0;
        merged.set(operation.id, {
          uas_id: uasIdOf(operation.ua_identifiers),
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
