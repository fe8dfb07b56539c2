import TinyQueue from "tinyqueue";
import type { TrackWindow } from "../../kernel/telemetry-plan.ts";
import type { OnTrack } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../storage/sliced.ts";
import type { TrackRange } from "../../storage/tracks/track-reader.ts";
import type { TrackTable } from "./telemetry.columns.ts";
import { createPointSource, type Timed } from "./telemetry.points.store.ts";

export type SliceRequest = {
  /** Tracks to read, each with its time range. */
  readonly windows: readonly TrackWindow[];
  readonly descending: boolean;
  /** One track after the other instead of all by time, for formats with one element per track; a page has the same. */
  readonly grouped: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly signal: AbortSignal;
};

/** The part of a track within a range; `undefined` when they do not overlap. */
export function windowOf(track: number, known: TimeRange, range: TimeRange): TrackWindow | undefined {
  const firstMs = Math.max(known.fromMs, range.fromMs);
  const lastMs = Math.min(known.toMs, range.toMs);
  return firstMs <= lastMs ? { track, firstMs, lastMs } : undefined;
}

const AT_END = { points: [], nextMs: undefined };

/** The unread rest of a range; `undefined` at its end. */
function restOf(range: TrackRange, isDescending: boolean, nextMs: number | undefined): TrackRange | undefined {
  if (nextMs === undefined || nextMs < range.firstMs || nextMs > range.lastMs) return undefined;
  return isDescending ? { ...range, lastMs: nextMs } : { ...range, firstMs: nextMs };
}

/** Maximum number of rows in memory during a merge, over all open tracks. */
const MERGE_ROWS = 20_000;
/** Minimum number of rows to read from a track at once. */
const MERGE_ROWS_MIN = 20;

/**
 * Creates a reader of one table that yields slices of at most 200 rows and yields to the event loop between them. A
 * thread that serves no other callers reads more rows at once and yields less often; its slices are the same.
 */
export function createSliceReader<P extends Timed>(db: ReadableDb, table: TrackTable, rowsPerRead = SLICE_ROWS) {
  const source = createPointSource<P>(db, table);

  async function* readTrack(window: TrackWindow, request: SliceRequest): AsyncGenerator<readonly OnTrack<P>[]> {
    let rest: readonly OnTrack<P>[] = [];
    for (let range: TrackRange | undefined = window; range !== undefined;) {
      const { points, nextMs } = source(range, request.descending, rowsPerRead);
      range = restOf(range, request.descending, nextMs);
      const all = rest.length === 0 ? points : [...rest, ...points];
      // Only the last slice is shorter, wherever the points are kept: some formats show where a slice ends.
      const end = range === undefined ? all.length : all.length - (all.length % SLICE_ROWS);
      for (let at = 0; at < end; at += SLICE_ROWS) yield all.slice(at, Math.min(end, at + SLICE_ROWS));
      rest = all.slice(end);
      if (range !== undefined) await yieldToEventLoop(request.signal);
    }
  }

  async function* readOneByOne(request: SliceRequest): AsyncGenerator<readonly OnTrack<P>[]> {
    for (const window of inReadingOrder(request)) {
      yield* readTrack(window, request);
      await yieldToEventLoop(request.signal);
    }
  }

  /** Merges tracks by time. A track is opened only when the merge reaches it, so that few are in memory at once. */
  async function* readMerged(request: SliceRequest): AsyncGenerator<readonly OnTrack<P>[]> {
    const { descending: isDescending } = request;
    const sign = isDescending ? -1 : 1;
    const open = new TinyQueue<Cursor<P>>([], inOrder);
    const closed = request.windows.map((window) => closedCursor<P>(window, isDescending)).toSorted(inOrder);
    let nextClosed = 0;
    let slice: OnTrack<P>[] = [];
    let read = 0;
    let given = 0;

    function takeNext(): Cursor<P> | undefined {
      const first = open.peek();
      const opening = closed[nextClosed];
      if (opening === undefined || (first !== undefined && inOrder(first, opening) < 0)) return open.pop();
      nextClosed++;
      return opening;
    }

    for (let cursor = takeNext(); cursor !== undefined; cursor = takeNext()) {
      if (cursor.index < cursor.rows.length) slice.push(cursor.rows[cursor.index++]!);
      if (cursor.index >= cursor.rows.length) {
        const fair = Math.floor(MERGE_ROWS / (open.length + 1));
        const rows = Math.max(MERGE_ROWS_MIN, Math.min(rowsPerRead, fair));
        const next = cursor.left === undefined ? AT_END : source(cursor.left, isDescending, rows);
        cursor.rows = next.points;
        cursor.left = cursor.left && restOf(cursor.left, isDescending, next.nextMs);
        cursor.index = 0;
        // Tracks with the same rate need their next rows at the same time, so a slice of few rows may have to read
        // many.
        read += cursor.rows.length;
        if (read > rowsPerRead) {
          read = 0;
          await yieldToEventLoop(request.signal);
        }
      }
      const next = cursor.rows[cursor.index];
      if (next !== undefined) {
        cursor.key = sign * next.timeMs;
        open.push(cursor);
      }
      if (slice.length >= SLICE_ROWS) {
        yield slice;
        given += slice.length;
        slice = [];
        if (given % rowsPerRead === 0) await yieldToEventLoop(request.signal);
      }
    }
    if (slice.length > 0) yield slice;
  }

  /** The part of each track that is on a page of all records by time. */
  async function partsOfPage(request: SliceRequest): Promise<ReadonlyMap<number, PageCut>> {
    const { windows, offset, limit } = request;
    const isToEnd = limit === Infinity;
    const parts = new Map(windows.map(({ track }) => [track, { toSkip: 0, left: isToEnd ? Infinity : 0 }]));
    const end = isToEnd ? offset : offset + limit;
    let at = 0;
    for await (const rows of readMerged(request)) {
      for (const { track } of rows.slice(0, end - at)) {
        const part = parts.get(track)!;
        if (at++ < offset) part.toSkip++;
        else part.left++;
      }
      if (at >= end) break;
    }
    return parts;
  }

  /** The records of a page by time, one track after the other. */
  async function* readPageOneByOne(request: SliceRequest): AsyncGenerator<readonly OnTrack<P>[]> {
    const parts = await partsOfPage(request);
    for (const window of inReadingOrder(request)) {
      const part = parts.get(window.track)!;
      if (part.left > 0) yield* cut(readTrack(window, request), part);
      await yieldToEventLoop(request.signal);
    }
  }

  return function readSlices(request: SliceRequest): AsyncGenerator<readonly OnTrack<P>[]> {
    const { windows, grouped, offset, limit } = request;
    const isPage = offset > 0 || limit < Infinity;
    if (grouped && isPage && windows.length > 1) return readPageOneByOne(request);
    const slices = grouped || windows.length === 1 ? readOneByOne(request) : readMerged(request);
    return cut(slices, { toSkip: offset, left: limit });
  };
}

/** How many records are still to be skipped, and how many to be returned. */
type PageCut = { toSkip: number; left: number };

async function* cut<R>(slices: AsyncIterable<readonly R[]>, page: PageCut): AsyncGenerator<readonly R[]> {
  for await (const rows of slices) {
    const from = Math.min(page.toSkip, rows.length);
    page.toSkip -= from;
    const onPage = from === 0 && rows.length <= page.left ? rows : rows.slice(from, from + page.left);
    page.left -= onPage.length;
    if (onPage.length > 0) yield onPage;
    if (page.left <= 0) return;
  }
}

/** In descending order, the newest time range of a track comes first. */
function inReadingOrder({ windows, descending }: SliceRequest): readonly TrackWindow[] {
  return descending ? windows.toReversed() : windows;
}

/** Position of a merge in a track; `key` increases in reading direction. */
type Cursor<P> = {
  readonly track: number;
  key: number;
  rows: readonly OnTrack<P>[];
  index: number;
  /** The part of the track that has not been read. */
  left: TrackRange | undefined;
};

/** A track that has not been read yet; it may start at any time of its range. */
function closedCursor<P>(window: TrackWindow, isDescending: boolean): Cursor<P> {
  const { track } = window;
  return { track, key: isDescending ? -window.lastMs : window.firstMs, rows: [], index: 0, left: window };
}

function inOrder(a: Cursor<unknown>, b: Cursor<unknown>): number {
  return a.key - b.key || a.track - b.track;
}
