import { Buffer } from "node:buffer";
import { MAX_TIME_MS, MIN_TIME_MS, MINUTE_MS } from "../../kernel/clock.ts";
import type { LastPoint } from "../../kernel/telemetry.ts";
import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import { runWithoutSync } from "../../storage/run-without-sync.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";

const POINTS_PER_STEP = 2000;
const LITTLE_ENDIAN = 1;
/** OGC WKB type of a LINESTRING M. */
const LINESTRING_M = 2002;
const BYTES_PER_POINT = 3 * 8;

/**
 * Maintains the line geometry of tracks for other programs (QGIS, ogr2ogr): longitude, latitude, and the Unix time in
 * seconds as measure. Not part of live recording; called when a track has had no new points for a while.
 */
export function createTrackLines(reader: ReadableDb, writer: WritableDb) {
  const { read } = createTrackReader<LastPoint>(reader, UA_KIND, ["timeMs", "latitudeE7", "longitudeE7"]);
  const replace = writer.prepare(
    // The track may have been purged while its points were read.
    `INSERT OR REPLACE INTO track_line (suboperation, geometry)
     SELECT id, GeomFromWKB(?, 4326) FROM suboperation WHERE id = ?`,
  );

  return async function updateLine(suboperation: number, signal: AbortSignal): Promise<void> {
    const parts: Buffer[] = [];
    let count = 0;
    for (let firstMs = MIN_TIME_MS; ;) {
      const { points, nextMs } = read({ track: suboperation, firstMs, lastMs: MAX_TIME_MS }, false, POINTS_PER_STEP);
      parts.push(toBytes(points));
      count += points.length;
      if (nextMs === undefined) break;
      firstMs = nextMs;
      await yieldToEventLoop(signal);
    }
    if (count === 0) return;
    const line = toWkb(parts, count);
    // Not synchronised: each line would wait for the disk, and lines lost in a crash are found and written again.
    runWithoutSync(writer, () => replace.run(line, suboperation));
  };
}

/** Maximum delay of the line of a growing track. */
const GROWING_MS = 2 * MINUTE_MS;

/** Tracks that one statement looks at, in about a millisecond. */
const TRACKS_PER_SEARCH = 2000;

/**
 * Finds the tracks whose line is missing points because the station was killed before it wrote them, slice by slice: a
 * recording of ten gigabytes has a million tracks, and looking at all of them takes most of a second.
 */
export function createUnfinishedLineFinder(reader: ReadableDb) {
  const lastTrack = reader.prepare<[], number | null>("SELECT max(id) FROM suboperation").pluck();
  const slice = `id > @after AND id <= @after + ${TRACKS_PER_SEARCH}`;
  const newest = reader
    .prepare<{ after: number }, number | null>(`SELECT max(updated_ms) FROM suboperation WHERE ${slice}`)
    .pluck();
  const unfinished = reader
    .prepare<{ after: number; growingMs: number }, number>(
      `SELECT id FROM suboperation LEFT JOIN track_line AS line ON line.suboperation = id
       WHERE ${slice} AND record_count > 0
         AND (line.suboperation IS NULL OR (updated_ms >= @growingMs AND NumPoints(line.geometry) < record_count))`,
    )
    .pluck();

  async function* slices(signal: AbortSignal): AsyncGenerator<number, void, void> {
    const last = lastTrack.get() ?? 0;
    for (let after = 0; after < last; after += TRACKS_PER_SEARCH) {
      yield after;
      await yieldToEventLoop(signal);
    }
  }
  return async function findUnfinishedLines(signal: AbortSignal): Promise<readonly number[]> {
    const found: number[] = [];
    let newestMs = 0;
    for await (const after of slices(signal)) newestMs = Math.max(newestMs, newest.get({ after }) ?? 0);
    const growingMs = newestMs - GROWING_MS;
    for await (const after of slices(signal)) found.push(...unfinished.all({ after, growingMs }));
    return found;
  };
}

function toBytes(points: readonly LastPoint[]): Buffer {
  const bytes = Buffer.allocUnsafe(points.length * BYTES_PER_POINT);
  let offset = 0;
  for (const { longitudeE7, latitudeE7, timeMs } of points) {
    bytes.writeDoubleLE(longitudeE7 / 1e7, offset);
    bytes.writeDoubleLE(latitudeE7 / 1e7, offset + 8);
    bytes.writeDoubleLE(timeMs / 1000, offset + 16);
    offset += BYTES_PER_POINT;
  }
  return bytes;
}

/** A line needs two points, so a single point is repeated. */
function toWkb(parts: readonly Buffer[], count: number): Buffer {
  const points = count === 1 ? [...parts, ...parts] : parts;
  const head = Buffer.alloc(9);
  head.writeUInt8(LITTLE_ENDIAN, 0);
  head.writeUInt32LE(LINESTRING_M, 1);
  head.writeUInt32LE(Math.max(count, 2), 5);
  return Buffer.concat([head, ...points]);
}
