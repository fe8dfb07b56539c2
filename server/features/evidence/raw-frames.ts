import type { RawFrameSettings, RawFrameState } from "../../contracts/evidence.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS, isoOrNull } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { WritableDb } from "../../storage/database.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import { createRawFramesStore, type RawFrame } from "./raw-frames.store.ts";

/** Frames that wait to be written, at most; those beyond are counted and not kept. */
const MAX_WAITING_FRAMES = 20_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const WRITE_INTERVAL_MS = SECOND_MS;
const REMOVE_INTERVAL_MS = MINUTE_MS;

export type RawFrames = {
  readonly getState: () => RawFrameState;
  readonly saveSettings: (settings: RawFrameSettings) => void;
  /** Sources call this with what they received; it does nothing while the switch is off. */
  readonly keep: (sourceId: string, received: Uint8Array | string, sender: string | null) => void;
  /** Writes the pending rows, so that they can be read. */
  readonly flush: () => void;
  readonly backgroundJobs: readonly BackgroundJob[];
};

/** Keeps frames as they are received, where that is switched on: in memory for a second, then in one transaction. */
export function createRawFrames(db: WritableDb, clock: Clock, log: Log): RawFrames {
  const store = createRawFramesStore(db);
  let settings = store.getSettings();
  let waiting: RawFrame[] = [];
  let waitingBytes = 0;
  let dropped = 0;

  function flush(): void {
    if (waiting.length === 0) return;
    const frames = waiting;
    waiting = [];
    waitingBytes = 0;
    try {
      store.insertAll.immediate(frames);
    } catch (error) {
      dropped += frames.length;
      log.warn({ err: error, frames: frames.length }, "frames as they were received could not be kept");
    }
  }

  async function removeOld(signal: AbortSignal): Promise<void> {
    const beforeMs = clock.now() - settings.keep_days * DAY_MS;
    while (store.removeSomeBefore.immediate(beforeMs) > 0) await yieldToEventLoop(signal);
  }

  return {
    getState() {
      const { frames, bytes, oldestMs } = store.getTotals();
      return { settings, frames, bytes, oldest_at: isoOrNull(oldestMs), dropped };
    },
    saveSettings(changed) {
      store.saveSettings(changed);
      settings = changed;
      flush();
    },
    keep(sourceId, received, sender) {
      if (!settings.enabled) return;
      const bytes = typeof received === "string" ? Buffer.from(received) : received;
      if (waiting.length >= MAX_WAITING_FRAMES || waitingBytes + bytes.length > MAX_WAITING_BYTES) {
        dropped++;
        return;
      }
      waiting.push({ receivedMs: clock.now(), sourceId, sender, bytes });
      waitingBytes += bytes.length;
    },
    flush,
    backgroundJobs: [
      {
        intervalMs: WRITE_INTERVAL_MS,
        failure: "frames as they were received could not be kept",
        run: flush,
        finish: async () => flush(),
      },
      {
        intervalMs: REMOVE_INTERVAL_MS,
        failure: "old frames could not be removed",
        run: removeOld,
      },
    ],
  };
}
