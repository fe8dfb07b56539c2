import type Database from "better-sqlite3";
import { OPERATOR_POINTS } from "../../kernel/track-segment/operator-points.ts";
import type { PointShape } from "../../kernel/track-segment/point-shape.ts";
import { COLUMNS, UA_KIND, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import { openSegment, type TrackSegment } from "../../kernel/track-segment/track-segment.ts";
import { UA_POINTS } from "../../kernel/track-segment/ua-points.ts";
import { IDS_PER_TRACK, ENTRY_POINTS, secondOf } from "../tracks/track-extents.ts";
import { columnOf, ROW_TABLES } from "../tracks/track-tables.ts";

/** The result for packed telemetry. */
export type SalvagedSegments = {
  readonly segments: number;
  /** Left out, because their checksum or their row shows that they are damaged. */
  readonly damagedSegments: number;
  /** Records of the damaged ones, as far as their rows still say how many. */
  readonly lostRecords: number;
};

type StoredSegment = {
  readonly id: number;
  readonly suboperation: number;
  readonly kind: TrackKind;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
  readonly bytes: Uint8Array;
};

/**
 * Checks each segment that was copied: a damaged one is removed. One whose times a row or another segment has too, which
 * only damage leaves, becomes rows, without those that are there already. The others get their entries in the index in
 * space and time, after those of the rows.
 */
export function checkSegments(db: Database.Database): SalvagedSegments {
  // Not while they are read: SQLite's driver does not write during that.
  const ids = db
    .prepare<[], number>("SELECT id FROM packed_segment ORDER BY suboperation, kind, first_ms, last_ms")
    .pluck()
    .all();
  const read = db.prepare<[number], StoredSegment>(
    `SELECT id, suboperation, kind, first_ms AS firstMs, last_ms AS lastMs, point_count AS count, bytes
     FROM packed_segment WHERE id = ?`,
  );
  const remove = db.prepare("DELETE FROM packed_segment WHERE id = ?");
  const rows = createRows(db);
  const counts = { segments: 0, damagedSegments: 0, lostRecords: 0 };
  let before: StoredSegment | undefined;
  for (const id of ids) {
    const stored = read.get(id)!;
    const segment = openStored(stored);
    if (segment === undefined) {
      counts.damagedSegments++;
      counts.lostRecords += stored.count;
      remove.run(id);
      continue;
    }
    counts.segments++;
    const isAfter =
      before === undefined ||
      before.suboperation !== stored.suboperation ||
      before.kind !== stored.kind ||
      before.lastMs < stored.firstMs;
    if (isAfter && !rows.isAnyIn(stored)) before = stored;
    else {
      rows.unpack(stored, segment);
      remove.run(id);
    }
  }
  return counts;
}

/** Undefined where it is damaged, or contradicts its row. */
function openStored({ kind, firstMs, lastMs, count, bytes }: StoredSegment): TrackSegment | undefined {
  const opened = openSegment(bytes);
  if (opened.kind === "damaged") return undefined;
  const { segment } = opened;
  const isAsItsRow =
    segment.trackKind === kind && segment.firstMs === firstMs && segment.lastMs === lastMs && segment.count === count;
  return isAsItsRow ? segment : undefined;
}

function createRows(db: Database.Database) {
  const statementsOf = (kind: TrackKind) => {
    const fields = COLUMNS[kind].map(({ field }) => field);
    return {
      fields,
      shape: (kind === UA_KIND ? UA_POINTS : OPERATOR_POINTS) as PointShape<Readonly<Record<string, unknown>>>,
      within: db
        .prepare<[number, number, number], number>(
          `SELECT 1 FROM ${ROW_TABLES[kind]} WHERE suboperation = ? AND time_ms BETWEEN ? AND ? LIMIT 1`,
        )
        .pluck(),
      insert: db.prepare<[readonly unknown[]]>(
        `INSERT OR IGNORE INTO ${ROW_TABLES[kind]} (suboperation, ${fields.map(columnOf).join(", ")})
         VALUES (${["?", ...fields.map(() => "?")].join(", ")})`,
      ),
    };
  };
  const statements = { 0: statementsOf(0), 1: statementsOf(1) };
  return {
    isAnyIn: ({ kind, suboperation, firstMs, lastMs }: StoredSegment) =>
      statements[kind].within.get(suboperation, firstMs, lastMs) !== undefined,
    unpack({ kind, suboperation }: StoredSegment, segment: TrackSegment): void {
      const { fields, shape, insert } = statements[kind];
      for (const point of segment.readPoints(shape, 0, segment.count, suboperation)) {
        insert.run([suboperation, ...fields.map((field) => point[field])]);
      }
    },
  };
}

/** Adds an entry of the index in space and time for every 64 points of each segment, after those of the rows. */
export function indexSegments(db: Database.Database): void {
  const ids = db
    .prepare<[], number>("SELECT id FROM packed_segment ORDER BY suboperation, kind, first_ms")
    .pluck()
    .all();
  const read = db.prepare<[number], Pick<StoredSegment, "suboperation" | "kind" | "bytes">>(
    "SELECT suboperation, kind, bytes FROM packed_segment WHERE id = ?",
  );
  const lastEntry = db
    .prepare<[number, number], number | null>(
      "SELECT max(rowid) FROM track_extent_rowid WHERE rowid >= ? AND rowid < ?",
    )
    .pluck();
  const insert = db.prepare(
    `INSERT INTO track_extent (id, west_e7, east_e7, south_e7, north_e7, first_s, last_s, suboperation, kind)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  let track = -1;
  let entry = 0;
  for (const id of ids) {
    const { suboperation, kind, bytes } = read.get(id)!;
    const opened = openSegment(bytes);
    if (opened.kind === "damaged") continue;
    if (track !== suboperation * 2 + kind) {
      track = suboperation * 2 + kind;
      const first = track * IDS_PER_TRACK;
      entry = (lastEntry.get(first, first + IDS_PER_TRACK) ?? first - 1) + 1;
    }
    const { count } = opened.segment;
    const times = opened.segment.timesMs();
    const latitudes = opened.segment.column("latitudeE7") as ArrayLike<number>;
    const longitudes = opened.segment.column("longitudeE7") as ArrayLike<number>;
    for (let from = 0; from < count; from += ENTRY_POINTS) {
      const to = Math.min(count, from + ENTRY_POINTS);
      const [west, east] = boundsOf(longitudes, from, to);
      const [south, north] = boundsOf(latitudes, from, to);
      const [first, last] = [secondOf(times[from]!), secondOf(times[to - 1]!)];
      insert.run(entry++, west, east, south, north, first, last, suboperation, kind);
    }
  }
}

function boundsOf(values: ArrayLike<number>, from: number, to: number): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let index = from; index < to; index++) {
    low = Math.min(low, values[index]!);
    high = Math.max(high, values[index]!);
  }
  return [low, high];
}
