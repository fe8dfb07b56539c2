import { crc32 } from "node:zlib";
import { createFusionStateStore } from "../../server/features/operations/fusion/fusion-state.store.ts";
import { createExtentWriter } from "../../server/features/telemetry/telemetry.extents.store.ts";
import { UA_KIND } from "../../server/kernel/track-segment/segment-columns.ts";
import { encodeSegment, openSegment } from "../../server/kernel/track-segment/track-segment.ts";
import type { UaPoint } from "../../server/kernel/telemetry.ts";
import { openStore, type WritableDb } from "../../server/storage/database.ts";
import { insertLineOf, pointOf, suboperationOf, type Flights } from "./flights.fixture.ts";

/** The size of a segment when the background job packs a complete track. */
const SEGMENT_POINTS = 256;
const TRACKS_PER_TRANSACTION = 200;
/** Ids of a track in the index of extents (telemetry.extents.store.ts): two kinds of 2²⁵. */
const EXTENT_IDS_OF_TRACK = 2 * 2 ** 25;

/**
 * Records flights in their packed form, without writing rows first: `flights`, and then the same `times - 1` times
 * more, one after the other in time, each operation with its own id, serial number and segments. So a hundred million
 * records take a minute, and a recording is the beginning of each larger one.
 */
export function recordPackedFlights(
  dataDir: string,
  flights: Flights,
  times: number,
  changed = (point: UaPoint) => point,
): void {
  const store = openStore({ dataDir });
  // A recording that is lost by a power cut is created again.
  store.writer.pragma("synchronous = OFF");
  const record = createRecorder(store.writer, flights, changed);
  const { tracks } = flights;
  for (let round = 0; round < times; round++) {
    const write = round === 0 ? record.encoded : record.moved;
    for (let first = 1 + round * tracks; first <= (round + 1) * tracks; first += TRACKS_PER_TRANSACTION) {
      record.inTransaction(write, first, Math.min(first + TRACKS_PER_TRANSACTION, (round + 1) * tracks + 1));
    }
  }
  store.close();
}

function createRecorder(writer: WritableDb, flights: Flights, changed: (point: UaPoint) => UaPoint) {
  const { tracks, startEveryMs, pointsOfTrack } = flights;
  const fusionState = createFusionStateStore(writer);
  const extents = createExtentWriter(writer);
  const insertLine = insertLineOf(writer);
  const insert = writer.prepare<[number, number, number, number, Uint8Array]>(
    `INSERT INTO packed_segment (suboperation, kind, first_ms, last_ms, point_count, bytes) VALUES (?, ${UA_KIND}, ?, ?, ?, ?)`,
  );
  const segmentsOf = writer
    .prepare<[number], Uint8Array>("SELECT bytes FROM packed_segment WHERE suboperation = ? ORDER BY last_ms")
    .pluck();
  // The ids of a track are looked up in the shadow table: the R*Tree itself would be read to its end for them.
  const moveExtents = writer.prepare(
    `INSERT INTO track_extent (id, west_e7, east_e7, south_e7, north_e7, first_s, last_s, suboperation, kind)
     SELECT id + (@track - @of) * ${EXTENT_IDS_OF_TRACK}, west_e7, east_e7, south_e7, north_e7, first_s + @seconds, last_s + @seconds,
       @track, kind FROM track_extent
     WHERE id IN (SELECT rowid FROM track_extent_rowid
       WHERE rowid >= @of * ${EXTENT_IDS_OF_TRACK} AND rowid < (@of + 1) * ${EXTENT_IDS_OF_TRACK})`,
  );

  function recordOperation(track: number): void {
    const model = suboperationOf(track, flights);
    fusionState.saveOperation(model.operation);
    fusionState.saveSuboperation(model, pointsOfTrack);
    insertLine.run(track);
  }

  function insertSegment(track: number, bytes: Uint8Array): void {
    const opened = openSegment(bytes);
    if (opened.kind === "damaged") throw new Error(`a made-up segment is damaged: ${opened.reason}`);
    insert.run(track, opened.segment.firstMs, opened.segment.lastMs, opened.segment.count, bytes);
  }

  return {
    encoded(track: number): void {
      recordOperation(track);
      for (let step = 0; step < pointsOfTrack;) {
        const points: UaPoint[] = [];
        while (points.length < SEGMENT_POINTS && step < pointsOfTrack) {
          points.push(changed(pointOf(track, step++, flights)));
        }
        for (const point of points) extents.add(UA_KIND, track, point.timeMs, point);
        insertSegment(track, encodeSegment(UA_KIND, points));
      }
    },
    /** The flight of the first round that this one repeats, later. */
    moved(track: number): void {
      recordOperation(track);
      const of = 1 + ((track - 1) % tracks);
      const byMs = (track - of) * startEveryMs;
      for (const bytes of segmentsOf.all(of)) insertSegment(track, moveInTime(bytes, byMs));
      moveExtents.run({ track, of, seconds: byMs / 1000 });
    },
    inTransaction: writer.transaction((write: (track: number) => void, first: number, end: number) => {
      for (let track = first; track < end; track++) write(track);
      extents.save()();
    }),
  };
}

const FIRST_MS_AT = 8;
const LAST_MS_AT = 16;
const COLUMNS_AT = 41;
const CHECKSUM_BYTES = 4;

/**
 * A segment of evenly spaced records at other times (docs/telemetry-layout.md): changes the times of its header, and
 * the first value of its first column, whose length is unchanged.
 */
function moveInTime(bytes: Uint8Array, byMs: number): Uint8Array {
  const moved = bytes.slice();
  const view = new DataView(moved.buffer, moved.byteOffset, moved.length);
  const firstMs = view.getFloat64(FIRST_MS_AT, true) + byMs;
  view.setFloat64(FIRST_MS_AT, firstMs, true);
  view.setFloat64(LAST_MS_AT, view.getFloat64(LAST_MS_AT, true) + byMs, true);
  // Number of the column, length of its body, its form and width; then the first value, a signed varint of six bytes.
  for (let rest = 2 * firstMs, at = COLUMNS_AT + 4, left = 6; left > 0; left--, at++) {
    moved[at] = (rest % 128) + (left > 1 ? 128 : 0);
    rest = Math.floor(rest / 128);
  }
  const end = moved.length - CHECKSUM_BYTES;
  view.setUint32(end, crc32(moved.subarray(0, end)), true);
  const opened = openSegment(moved);
  if (opened.kind === "damaged" || opened.segment.timesMs()[0] !== firstMs) throw new Error("a segment was not moved");
  return moved;
}
