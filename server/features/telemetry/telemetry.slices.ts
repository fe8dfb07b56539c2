import TinyQueue from "tinyqueue";
import type { OnTrack } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { SLICE_ROWS, yieldToOthers } from "../../storage/sliced.ts";
import type { TrackTable } from "./telemetry.columns.ts";
import { selectedColumns } from "./telemetry.columns.ts";

type Timed = { readonly timeMs: number };
export type TrackWindow = { readonly track: number; readonly firstMs: number; readonly lastMs: number };

export type SliceRequest = {
  /** Tracks to read, each with the times that are wanted of it. */
  readonly windows: readonly TrackWindow[];
  readonly descending: boolean;
  /** One track after the other instead of all by time: what a format with one element per track needs. */
  readonly grouped: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly signal: AbortSignal;
};

/** The window of a track inside a range; `undefined` when they do not meet. */
export function windowOf(track: number, known: TimeRange, range: TimeRange): TrackWindow | undefined {
  const firstMs = Math.max(known.fromMs, range.fromMs);
  const lastMs = Math.min(known.toMs, range.toMs);
  return firstMs <= lastMs ? { track, firstMs, lastMs } : undefined;
}

/** Reader of one table: slices of at most 200 rows by key, the event loop turns between them. */
export function createSliceReader<P extends Timed>(db: ReadableDb, table: TrackTable) {
  const columns = selectedColumns(table);
  const sql = (direction: "ASC" | "DESC") =>
    `SELECT ${columns} FROM ${table.name} WHERE ${table.trackColumn} = ? AND time_ms BETWEEN ? AND ?
     ORDER BY time_ms ${direction} LIMIT ${SLICE_ROWS}`;
  const ascending = db.prepare<[number, number, number], OnTrack<P>>(sql("ASC"));
  const descending = db.prepare<[number, number, number], OnTrack<P>>(sql("DESC"));

  function nextRows(window: TrackWindow, isDescending: boolean, after: number | undefined): readonly OnTrack<P>[] {
    if (isDescending)
      return descending.all(window.track, window.firstMs, after === undefined ? window.lastMs : after - 1);
    return ascending.all(window.track, after === undefined ? window.firstMs : after + 1, window.lastMs);
  }

  async function* readTrack(window: TrackWindow, request: SliceRequest): AsyncGenerator<readonly OnTrack<P>[]> {
    let after: number | undefined;
    for (;;) {
      const rows = nextRows(window, request.descending, after);
      if (rows.length > 0) yield rows;
      if (rows.length < SLICE_ROWS) return;
      after = rows.at(-1)!.timeMs;
      await yieldToOthers(request.signal);
    }
  }

  async function* readOneByOne(request: SliceRequest): AsyncGenerator<readonly OnTrack<P>[]> {
    // Of a track with several windows the newest comes first when the newest points do.
    for (const window of request.descending ? request.windows.toReversed() : request.windows) {
      yield* readTrack(window, request);
      await yieldToOthers(request.signal);
    }
  }

  /** Merges tracks by time. A track is opened only when its turn comes, so that few are in memory at once. */
  async function* readMerged(request: SliceRequest): AsyncGenerator<readonly OnTrack<P>[]> {
    const sign = request.descending ? -1 : 1;
    const cursors = request.windows.map((window): Cursor<P> => ({
      window,
      rows: [],
      index: 0,
      key: sign * (request.descending ? window.lastMs : window.firstMs),
    }));
    const queue = new TinyQueue(cursors, (a, b) => a.key - b.key || a.window.track - b.window.track);
    let slice: OnTrack<P>[] = [];
    let read = 0;
    for (let cursor = queue.pop(); cursor !== undefined; cursor = queue.pop()) {
      if (cursor.index < cursor.rows.length) slice.push(cursor.rows[cursor.index++]!);
      if (cursor.index >= cursor.rows.length) {
        const isAtEnd = cursor.rows.length > 0 && cursor.rows.length < SLICE_ROWS;
        cursor.rows = isAtEnd ? [] : nextRows(cursor.window, request.descending, cursor.rows.at(-1)?.timeMs);
        cursor.index = 0;
        // Tracks of one pace run out together: a slice of few rows may have to read many.
        read += cursor.rows.length;
        if (read > SLICE_ROWS) {
          read = 0;
          await yieldToOthers(request.signal);
        }
      }
      const next = cursor.rows[cursor.index];
      if (next !== undefined) {
        cursor.key = sign * next.timeMs;
        queue.push(cursor);
      }
      if (slice.length >= SLICE_ROWS) {
        yield slice;
        slice = [];
        await yieldToOthers(request.signal);
      }
    }
    if (slice.length > 0) yield slice;
  }

  return async function* readSlices(request: SliceRequest): AsyncGenerator<readonly OnTrack<P>[]> {
    let toSkip = request.offset;
    let left = request.limit;
    const slices = request.grouped || request.windows.length === 1 ? readOneByOne(request) : readMerged(request);
    for await (const rows of slices) {
      const from = Math.min(toSkip, rows.length);
      toSkip -= from;
      const kept = from === 0 && rows.length <= left ? rows : rows.slice(from, from + left);
      left -= kept.length;
      if (kept.length > 0) yield kept;
      if (left <= 0) return;
    }
  };
}

type Cursor<P> = { readonly window: TrackWindow; rows: readonly OnTrack<P>[]; index: number; key: number };
