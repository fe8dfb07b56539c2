import type { Bbox, BoxE7 } from "../../kernel/geo.ts";
import { splitAtAntimeridian, toBoxE7 } from "../../kernel/geo.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { LastPoint } from "../../kernel/telemetry.ts";
import { OPERATOR_KIND, UA_KIND, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import {
  IDS_PER_TRACK,
  ENTRY_POINTS,
  type Extent,
  MAX_SECOND,
  MIN_SECOND,
  secondOf,
  timesOf,
} from "../../storage/tracks/track-extents.ts";
import { createInsideCheck } from "../../storage/tracks/track-inside.ts";
import { createExtentRebuild } from "./telemetry.extent-rebuild.store.ts";

/** Maximum number of incomplete entries in memory; a dropped entry just stays shorter. */
const MAX_OPEN_ENTRIES = 10_000;
type Placed = { readonly latitudeE7: number; readonly longitudeE7: number };

type Entry = { -readonly [K in keyof Extent]: Extent[K] } & {
  readonly id: number;
  readonly kind: TrackKind;
  readonly suboperation: number;
  count: number;
  /** The extent of its entry on disk; covers at least every stored point. */
  onDisk: Extent | null;
};

export type ExtentWriter = {
  /**
   * Call before the first point of a transaction, and as often as wanted in it: removes from memory what one before it,
   * which was rolled back, has left there. Otherwise the index would get entries without a stored point, and ids would
   * be used twice.
   */
  readonly forgetRolledBack: () => void;
  /** Extends the open entry of a track, or opens one. Points may come in any order. */
  readonly add: (kind: TrackKind, suboperation: number, timeMs: number, point: Placed) => void;
  /**
   * Call with the former places of stored points of an aircraft that were replaced elsewhere, once the new ones are in
   * the tables. Every entry must contain a stored point, so those that lost one are written again at once.
   */
  readonly move: (suboperation: number, before: readonly LastPoint[]) => void;
  /**
   * Writes changed entries; call inside the transaction that writes the points, and call the returned function once
   * that is on disk. Unconfirmed entries are written again with the next points.
   */
  readonly save: () => () => void;
};

/** Minimum reserve of an incomplete entry beyond its points, so that not every new point changes the R*Tree. */
const MIN_RESERVE_S = 30;
const MIN_RESERVE_E7 = 30_000;

/** Writes the spatial and temporal index of tracks: one R*Tree entry per 64 points. */
export function createExtentWriter(db: WritableDb): ExtentWriter {
  const write = db.prepare(
    `INSERT OR REPLACE INTO track_extent
       (id, west_e7, east_e7, south_e7, north_e7, first_s, last_s, suboperation, kind) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // Queries the shadow table, because the R*Tree itself supports only lookups of single ids.
  const lastOnDisk = db
    .prepare<[number, number], number | null>(
      "SELECT max(rowid) FROM track_extent_rowid WHERE rowid >= ? AND rowid < ?",
    )
    .pluck();
  /** Open entries by track and kind, combined into one number. */
  const open = new Map<number, Entry>();
  const changed = new Set<Entry>();
  /** Entries that got points since the last confirmation. */
  const unconfirmed = new Set<Entry>();
  /** The last id assigned to a track since entries were last written. */
  const lastIds = new Map<number, number>();
  const rebuild = createExtentRebuild(db);
  const hasRolledBack = createRollbackDetector(db);

  function lastId(key: number): number {
    const first = key * IDS_PER_TRACK;
    return lastIds.get(key) ?? lastOnDisk.get(first, first + IDS_PER_TRACK) ?? first - 1;
  }

  function nextId(key: number): number {
    const id = lastId(key) + 1;
    lastIds.set(key, id);
    return id;
  }

  /** Entries of a track that may be on disk with a smaller extent, or not at all. */
  function takeFromMemory(key: number): readonly Entry[] {
    const entries = new Set([...changed].filter((entry) => entry.suboperation * 2 + entry.kind === key));
    const incomplete = open.get(key);
    if (incomplete !== undefined) entries.add(incomplete);
    open.delete(key);
    for (const entry of entries) changed.delete(entry);
    return [...entries];
  }

  function writeExtent(id: number, extent: Extent, suboperation: number, kind: TrackKind): void {
    const { westE7, eastE7, southE7, northE7, firstS, lastS } = extent;
    write.run(id, westE7, eastE7, southE7, northE7, firstS, lastS, suboperation, kind);
  }

  return {
    forgetRolledBack() {
      if (!hasRolledBack()) return;
      // What the entries have on disk stays; they only get no more points.
      for (const entry of unconfirmed) {
        const key = entry.suboperation * 2 + entry.kind;
        if (open.get(key) === entry) open.delete(key);
        changed.delete(entry);
      }
      unconfirmed.clear();
      lastIds.clear();
    },
    add(kind, suboperation, timeMs, point) {
      const key = suboperation * 2 + kind;
      const second = secondOf(timeMs);
      let entry = open.get(key);
      if (entry === undefined) {
        entry = {
          id: nextId(key),
          kind,
          suboperation,
          count: 0,
          onDisk: null,
          westE7: point.longitudeE7,
          eastE7: point.longitudeE7,
          southE7: point.latitudeE7,
          northE7: point.latitudeE7,
          firstS: second,
          lastS: second,
        };
        open.set(key, entry);
        if (open.size > MAX_OPEN_ENTRIES) open.delete(open.keys().next().value!);
      }
      entry.westE7 = Math.min(entry.westE7, point.longitudeE7);
      entry.eastE7 = Math.max(entry.eastE7, point.longitudeE7);
      entry.southE7 = Math.min(entry.southE7, point.latitudeE7);
      entry.northE7 = Math.max(entry.northE7, point.latitudeE7);
      entry.firstS = Math.min(entry.firstS, second);
      entry.lastS = Math.max(entry.lastS, second);
      const isFull = ++entry.count >= ENTRY_POINTS;
      if (isFull) open.delete(key);
      unconfirmed.add(entry);
      if (isFull || entry.onDisk === null || !isWithin(entry, entry.onDisk)) changed.add(entry);
    },
    move(suboperation, before) {
      const key = suboperation * 2 + UA_KIND;
      // A removed id is not assigned again in this transaction: were it rolled back, the id would have two entries.
      lastIds.set(key, lastId(key));
      for (const extent of rebuild(suboperation, takeFromMemory(key), before)) {
        writeExtent(nextId(key), extent, suboperation, UA_KIND);
      }
    },
    save() {
      const written = [...changed].map((entry) => ({ entry, extent: extentFor(entry) }));
      const saved = [...unconfirmed];
      changed.clear();
      lastIds.clear();
      for (const { entry, extent } of written) writeExtent(entry.id, extent, entry.suboperation, entry.kind);
      return () => {
        for (const { entry, extent } of written) entry.onDisk = extent;
        for (const entry of saved) unconfirmed.delete(entry);
      };
    },
  };
}

/**
 * A full entry is exact. An incomplete one is enlarged by its own size on every side to cover the points to come. That
 * gives no false results: an entry wholly inside a box has its points inside, and any other is checked point by point.
 */
function extentFor(entry: Entry): Extent {
  if (entry.count >= ENTRY_POINTS) return entry;
  const { westE7, eastE7, southE7, northE7, firstS, lastS } = entry;
  const reserveS = Math.max(MIN_RESERVE_S, lastS - firstS);
  const reserveX = Math.max(MIN_RESERVE_E7, eastE7 - westE7);
  const reserveY = Math.max(MIN_RESERVE_E7, northE7 - southE7);
  return {
    westE7: Math.max(-180e7, westE7 - reserveX),
    eastE7: Math.min(180e7, eastE7 + reserveX),
    southE7: Math.max(-90e7, southE7 - reserveY),
    northE7: Math.min(90e7, northE7 + reserveY),
    firstS: Math.max(MIN_SECOND, firstS - reserveS),
    lastS: Math.min(MAX_SECOND, lastS + reserveS),
  };
}

function isWithin(inner: Extent, outer: Extent): boolean {
  return (
    inner.westE7 >= outer.westE7 &&
    inner.eastE7 <= outer.eastE7 &&
    inner.southE7 >= outer.southE7 &&
    inner.northE7 <= outer.northE7 &&
    inner.firstS >= outer.firstS &&
    inner.lastS <= outer.lastS
  );
}

/**
 * Finds the tracks with at least one point inside a box and a time range. The result is exact: a track with an entry
 * wholly inside matches without reading its points, one whose entries only straddle an edge is checked point by point.
 */
export function createTrackFinder(
  db: ReadableDb,
): (kinds: readonly TrackKind[], bbox: Bbox, range: TimeRange) => ReadonlySet<number> {
  const inside = db
    .prepare<number[], number>(
      `SELECT id FROM track_extent
       WHERE west_e7 >= ? AND east_e7 <= ? AND south_e7 >= ? AND north_e7 <= ? AND first_s >= ? AND last_s <= ?`,
    )
    .pluck();
  const near = db
    .prepare<number[], number>(
      `SELECT id FROM track_extent
       WHERE east_e7 >= ? AND west_e7 <= ? AND north_e7 >= ? AND south_e7 <= ? AND last_s >= ? AND first_s <= ?`,
    )
    .pluck();
  const windowOf = db.prepare<[number], { readonly firstS: number; readonly lastS: number }>(
    "SELECT first_s AS firstS, last_s AS lastS FROM track_extent WHERE id = ?",
  );
  const checks = {
    [UA_KIND]: createInsideCheck(db, UA_KIND),
    [OPERATOR_KIND]: createInsideCheck(db, OPERATOR_KIND),
  };

  /** Whether one of the points of an entry that straddles an edge is inside. */
  function hasPointInside(id: number, box: BoxE7, range: TimeRange): boolean {
    const { suboperation, kind } = trackOf(id);
    const window = windowOf.get(id);
    if (window === undefined) return false;
    const { firstMs, lastMs } = timesOf(window);
    const times = { firstMs: Math.max(firstMs, range.fromMs), lastMs: Math.min(lastMs, range.toMs) };
    return checks[kind]({ track: suboperation, ...times }, box);
  }

  return (kinds, bbox, range) => {
    const found = new Set<number>();
    for (const half of splitAtAntimeridian(bbox)) {
      const box = toBoxE7(half);
      // An entry of the first or the last second of the R*Tree may have earlier or later points: these are checked.
      const wholeSeconds = [
        Math.max(MIN_SECOND + 1, secondOf(range.fromMs + 999)),
        Math.min(MAX_SECOND - 1, secondOf(range.toMs - 999)),
      ] as const;
      for (const id of inside.all(box.west, box.east, box.south, box.north, ...wholeSeconds)) {
        const { suboperation, kind } = trackOf(id);
        if (kinds.includes(kind)) found.add(suboperation);
      }
      const seconds = [secondOf(range.fromMs), secondOf(range.toMs)] as const;
      for (const id of near.all(box.west, box.east, box.south, box.north, ...seconds)) {
        const { suboperation, kind } = trackOf(id);
        if (found.has(suboperation) || !kinds.includes(kind)) continue;
        if (hasPointInside(id, box, range)) found.add(suboperation);
      }
    }
    return found;
  };
}

function trackOf(id: number): { readonly suboperation: number; readonly kind: TrackKind } {
  const key = Math.floor(id / IDS_PER_TRACK);
  return { suboperation: Math.floor(key / 2), kind: key % 2 === 0 ? UA_KIND : OPERATOR_KIND };
}

/**
 * Whether a transaction in which this was called was rolled back since: it counts its calls in memory and in a temporary
 * table, of which the count goes back with the transaction.
 */
function createRollbackDetector(db: WritableDb): () => boolean {
  db.exec("CREATE TEMP TABLE IF NOT EXISTS extent_calls (writer INTEGER PRIMARY KEY, calls INTEGER NOT NULL)");
  const writer = db.prepare("INSERT INTO temp.extent_calls (calls) VALUES (0)").run().lastInsertRowid;
  const count = db
    .prepare<[number | bigint], number>(
      "UPDATE temp.extent_calls SET calls = calls + 1 WHERE writer = ? RETURNING calls",
    )
    .pluck();
  let calls = 0;
  return () => {
    const counted = count.get(writer) ?? 0;
    const isBehind = counted !== calls + 1;
    calls = counted;
    return isBehind;
  };
}
