import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { LastPoint } from "../../kernel/telemetry.ts";
import type { WritableDb } from "../../storage/database.ts";
import { IDS_PER_TRACK, ENTRY_POINTS, type Extent, secondOf, timesOf } from "../../storage/tracks/track-extents.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";

type Window = { readonly firstS: number; readonly lastS: number };
type Stored = Window & { readonly id: number };

const READ_POINTS = 1024;

/**
 * Removes the entries of an aircraft's track that contain one of the former places, and those that are given, and
 * returns extents for all points that were in them. Call inside the transaction that replaced the points.
 */
export function createExtentRebuild(
  db: WritableDb,
): (suboperation: number, given: readonly Stored[], before: readonly LastPoint[]) => readonly Extent[] {
  const { read } = createTrackReader<LastPoint>(db, UA_KIND, ["timeMs", "latitudeE7", "longitudeE7"]);
  const remove = db.prepare<[number]>("DELETE FROM track_extent WHERE id = ?");
  const containing = db.prepare<number[], Stored>(
    `SELECT id, first_s AS firstS, last_s AS lastS FROM track_extent
     WHERE west_e7 <= ? AND east_e7 >= ? AND south_e7 <= ? AND north_e7 >= ? AND first_s <= ? AND last_s >= ?
       AND id >= ? AND id < ?`,
  );
  const within = db
    .prepare<number[], number>(
      `SELECT id FROM track_extent
       WHERE west_e7 >= ? AND east_e7 <= ? AND south_e7 >= ? AND north_e7 <= ? AND first_s >= ? AND last_s <= ?
         AND id >= ? AND id < ?`,
    )
    .pluck();

  function extentsIn(suboperation: number, window: Window): readonly Extent[] {
    const extents: Extent[] = [];
    const { firstMs, lastMs } = timesOf(window);
    let rest: LastPoint[] = [];
    for (let fromMs: number | undefined = firstMs; fromMs !== undefined;) {
      const { points, nextMs } = read({ track: suboperation, firstMs: fromMs, lastMs }, false, READ_POINTS);
      for (const point of points) rest.push(point);
      let at = 0;
      for (; at + ENTRY_POINTS <= rest.length; at += ENTRY_POINTS) {
        extents.push(extentOf(rest.slice(at, at + ENTRY_POINTS)));
      }
      rest = rest.slice(at);
      fromMs = nextMs;
    }
    if (rest.length > 0) extents.push(extentOf(rest));
    return extents;
  }

  return (suboperation, given, before) => {
    const firstId = (suboperation * 2 + UA_KIND) * IDS_PER_TRACK;
    const ids = [firstId, firstId + IDS_PER_TRACK] as const;
    const windows: Window[] = [];
    const removeEntry = ({ id, firstS, lastS }: Stored) => {
      remove.run(id);
      windows.push({ firstS, lastS });
    };
    for (const entry of given) removeEntry(entry);
    for (const { timeMs, latitudeE7: y, longitudeE7: x } of before) {
      const second = secondOf(timeMs);
      for (const entry of containing.all(x, x, y, y, second, second, ...ids)) removeEntry(entry);
      windows.push({ firstS: second, lastS: second });
    }
    const extents: Extent[] = [];
    for (const window of merged(windows)) {
      const some = extentsIn(suboperation, window);
      // Transactions that were rolled back could leave entries without points in older recordings.
      if (some.length === 0) continue;
      for (const extent of some) extents.push(extent);
      // The points of other entries in the same time are in the new ones too: repeated uploads would add ever more.
      const { westE7, eastE7, southE7, northE7 } = hullOf(some);
      for (const id of within.all(westE7, eastE7, southE7, northE7, window.firstS, window.lastS, ...ids)) {
        remove.run(id);
      }
    }
    return extents;
  };
}

/** Without overlaps, in order of time. */
function merged(windows: readonly Window[]): readonly Window[] {
  const result: Window[] = [];
  for (const window of windows.toSorted((a, b) => a.firstS - b.firstS)) {
    const last = result.at(-1);
    if (last === undefined || window.firstS > last.lastS) result.push(window);
    else result[result.length - 1] = { firstS: last.firstS, lastS: Math.max(last.lastS, window.lastS) };
  }
  return result;
}

function extentOf(points: readonly LastPoint[]): Extent {
  return hullOf(
    points.map(({ timeMs, latitudeE7, longitudeE7 }) => ({
      westE7: longitudeE7,
      eastE7: longitudeE7,
      southE7: latitudeE7,
      northE7: latitudeE7,
      firstS: secondOf(timeMs),
      lastS: secondOf(timeMs),
    })),
  );
}

function hullOf(extents: readonly Extent[]): Extent {
  return extents.reduce((a, b) => ({
    westE7: Math.min(a.westE7, b.westE7),
    eastE7: Math.max(a.eastE7, b.eastE7),
    southE7: Math.min(a.southE7, b.southE7),
    northE7: Math.max(a.northE7, b.northE7),
    firstS: Math.min(a.firstS, b.firstS),
    lastS: Math.max(a.lastS, b.lastS),
  }));
}
