import { setTimeout as wait } from "node:timers/promises";
import type { TelemetryFeature } from "../../features/telemetry/index.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { isDamage } from "../../storage/refused-writes.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";

const INTERVAL_MS = 10 * SECOND_MS;
const PROGRESS_EVERY_MS = MINUTE_MS;
/**
 * The job uses a fifth of the time, and nearly none while the station is busy: it may fall behind, other work may not.
 */
const REST_PER_STEP = 4;
const BUSY_UTILIZATION = 0.5;
const BUSY_REST_MS = SECOND_MS / 4;
const MAX_BUSY_RESTS = 4;
/** Tracks without anything to pack that are looked at in one turn. */
const TRACKS_PER_TURN = 20;

type PackingDeps = {
  readonly packing: TelemetryFeature["packing"];
  /** Whether writes fail, because the recording is damaged. */
  readonly isReadOnly: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Pauses for other work after a step of that length; rejects when the signal aborts. */
  readonly rest?: (tookMs: number, signal: AbortSignal) => Promise<void>;
};

/** How far a run of the job is. Tracks are packed in the order of their numbers. */
export type PackingProgress = { readonly packedRecords: number; readonly track: number; readonly lastTrack: number };

export type PackingJob = BackgroundJob & {
  /** `null` while nothing is packed. */
  readonly progress: () => PackingProgress | null;
};

/**
 * Packs what is older than the newest points of each track while a station runs, and older recordings completely, in
 * the order of the track numbers. A stop loses nothing: whatever is still stored as rows is still to be packed.
 */
export function trackPackingJob(deps: PackingDeps): PackingJob {
  const { packing, clock, log, rest = letOthersWork } = deps;
  let progress: PackingProgress | null = null;
  /** Tracks with a value that segments cannot store, or with damage; they stay as they are. */
  const refused = new Set<number>();
  let isPaused = false;

  /** Says once that nothing is packed, each time that writes begin to fail. */
  function mayWrite(): boolean {
    const isReadOnly = deps.isReadOnly();
    if (isReadOnly && !isPaused) log.warn({}, "telemetry is not packed until the recording may be written again");
    isPaused = isReadOnly;
    return !isReadOnly;
  }

  function packOf(track: number): number {
    if (refused.has(track)) return 0;
    try {
      return packing.pack(track, clock.now());
    } catch (error) {
      if (!(error instanceof RangeError || isDamage(error))) throw error;
      refused.add(track);
      log.warn({ err: error, track }, "a track cannot be packed");
      return 0;
    }
  }

  /** Packs every track that has enough rows, once; ends early where nothing may be written any more. */
  async function packTracks(signal: AbortSignal): Promise<void> {
    let packedRecords = 0;
    let reportedMs = clock.now();
    let looked = 0;
    for (let track = packing.findTrack(-1); track !== undefined; track = packing.findTrack(track)) {
      for (;;) {
        signal.throwIfAborted();
        if (!mayWrite()) return;
        const startedMs = performance.now();
        const packed = packOf(track);
        if (packed === 0) break;
        packedRecords += packed;
        progress = { packedRecords, track, lastTrack: packing.findLastTrack() };
        await rest(performance.now() - startedMs, signal);
        if (clock.now() - reportedMs < PROGRESS_EVERY_MS) continue;
        reportedMs = clock.now();
        log.info(progress, "telemetry is being packed");
      }
      if (++looked % TRACKS_PER_TURN === 0) await yieldToEventLoop(signal);
    }
    for (;;) {
      signal.throwIfAborted();
      if (!mayWrite()) return;
      const startedMs = performance.now();
      if (!packing.shrink()) return;
      await rest(performance.now() - startedMs, signal);
    }
  }

  return {
    intervalMs: INTERVAL_MS,
    failure: "telemetry could not be packed",
    async run(signal) {
      if (!mayWrite()) return;
      try {
        await packTracks(signal);
      } finally {
        progress = null;
      }
    },
    progress: () => progress,
  };
}

async function letOthersWork(tookMs: number, signal: AbortSignal): Promise<void> {
  for (let rests = 0; rests < MAX_BUSY_RESTS; rests++) {
    const before = performance.eventLoopUtilization();
    await wait(rests === 0 ? Math.max(1, tookMs * REST_PER_STEP) : BUSY_REST_MS, undefined, { signal });
    if (performance.eventLoopUtilization(before).utilization < BUSY_UTILIZATION) return;
  }
}
