import type { RawFrameSettings } from "../../contracts/evidence.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";

/** A frame as it was received: bytes of a serial line, a datagram, or the body of a push. */
export type RawFrame = {
  readonly receivedMs: number;
  readonly sourceId: string;
  readonly sender: string | null;
  readonly bytes: Uint8Array;
};

export const DEFAULT_RAW_FRAME_SETTINGS: RawFrameSettings = { enabled: false, keep_days: 30 };

/** Frames that are read or removed at once: each may have some kilobytes. */
const FRAMES_PER_SLICE = 500;

export type RawFrameTotals = { readonly frames: number; readonly bytes: number; readonly oldestMs: number | null };

export function createRawFramesStore(db: WritableDb) {
  const settings = db.prepare<[], { enabled: number; keep_days: number }>(
    "SELECT enabled, keep_days FROM raw_frame_settings",
  );
  const saveSettings = db.prepare(
    "INSERT OR REPLACE INTO raw_frame_settings (id, enabled, keep_days) VALUES (1, ?, ?)",
  );
  const totals = db.prepare<[], RawFrameTotals>(
    `SELECT frames, bytes, (SELECT min(received_ms) FROM raw_frame) AS oldestMs FROM raw_frame_total`,
  );
  const addToTotals = db.prepare("UPDATE raw_frame_total SET frames = frames + ?, bytes = bytes + ?");
  const insert = db.prepare("INSERT INTO raw_frame (received_ms, source_id, sender, bytes) VALUES (?, ?, ?, ?)");
  const removable = db.prepare<[number, number], { id: number; bytes: number }>(
    "SELECT id, length(bytes) AS bytes FROM raw_frame WHERE received_ms < ? ORDER BY received_ms LIMIT ?",
  );
  const remove = db.prepare("DELETE FROM raw_frame WHERE id = ?");

  return {
    getSettings(): RawFrameSettings {
      const stored = settings.get();
      if (stored === undefined) return DEFAULT_RAW_FRAME_SETTINGS;
      return { enabled: stored.enabled === 1, keep_days: stored.keep_days };
    },
    saveSettings({ enabled, keep_days: days }: RawFrameSettings): void {
      saveSettings.run(enabled ? 1 : 0, days);
    },
    getTotals: (): RawFrameTotals => totals.get()!,
    insertAll: db.transaction((frames: readonly RawFrame[]) => {
      let bytes = 0;
      for (const frame of frames) {
        insert.run(frame.receivedMs, frame.sourceId, frame.sender, frame.bytes);
        bytes += frame.bytes.length;
      }
      addToTotals.run(frames.length, bytes);
    }),
    /** Removes some frames that were received before a time. Returns how many. */
    removeSomeBefore: db.transaction((beforeMs: number): number => {
      const found = removable.all(beforeMs, FRAMES_PER_SLICE);
      for (const { id } of found) remove.run(id);
      addToTotals.run(-found.length, -found.reduce((sum, { bytes }) => sum + bytes, 0));
      return found.length;
    }),
  };
}

/** Reads the frames that were kept in a range of time, in the order in which they were received. */
export function createRawFrameReader(db: ReadableDb) {
  type Row = { id: number; receivedMs: number; sourceId: string; sender: string | null; bytes: Buffer };
  const read = db.prepare<[TimeRange & { afterMs: number; afterId: number; limit: number }], Row>(
    `SELECT id, received_ms AS receivedMs, source_id AS sourceId, sender, bytes FROM raw_frame
     WHERE received_ms BETWEEN max(@fromMs, @afterMs) AND @toMs AND (received_ms > @afterMs OR id > @afterId)
     ORDER BY received_ms, id LIMIT @limit`,
  );
  return async function* readFrames(range: TimeRange, signal: AbortSignal) {
    let last: Row | undefined;
    do {
      const after = { afterMs: last?.receivedMs ?? -1, afterId: last?.id ?? -1 };
      const rows = read.all({ ...range, ...after, limit: FRAMES_PER_SLICE });
      last = rows.length < FRAMES_PER_SLICE ? undefined : rows.at(-1);
      yield rows.map(({ receivedMs, ...row }) => ({ ...row, receivedAt: isoFromMs(receivedMs) }));
      await yieldToEventLoop(signal);
    } while (last !== undefined);
  };
}
