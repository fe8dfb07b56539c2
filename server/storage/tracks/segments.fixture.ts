import { packAllTelemetry } from "../../../test/support/packed-tracks.ts";
import { NOON_MS, uaPoint } from "../../kernel/points.fixture.ts";
import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import { encodeSegment } from "../../kernel/track-segment/track-segment.ts";
import type { WritableDb } from "../database.ts";
import { SEGMENT_SIZES } from "./segment-sizes.ts";

/** Packs tracks of so many full segments each; their ids follow the tracks, from 1 on in an empty recording. */
export function insertSegments(
  writer: WritableDb,
  { tracks, segments }: { readonly tracks: number; readonly segments: number },
): void {
  const insert = writer.prepare(
    `INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
     VALUES (?, ?, 0, 'airborne', ?, 144000000)`,
  );
  writer.transaction(() => {
    for (let track = 1; track <= tracks; track++) {
      for (let index = 0; index < segments * SEGMENT_SIZES.full; index++) {
        insert.run(track, NOON_MS + index * 1000, 500_000_000 + index);
      }
    }
  })();
  packAllTelemetry(writer);
}

/** Changes one bit in the middle of a segment, as a failing disk or memory does; no page of SQLite is damaged by that. */
export function damageSegment(writer: Pick<WritableDb, "prepare">, id: number): void {
  const bytes = writer.prepare<[number], Buffer>("SELECT bytes FROM packed_segment WHERE id = ?").pluck().get(id)!;
  bytes[bytes.length >> 1]! ^= 1;
  writer.prepare("UPDATE packed_segment SET bytes = ? WHERE id = ?").run(bytes, id);
}

/** Operations of many packed records, whose segments are alike; returns the bytes of a record in them. */
export function insertPackedOperations(
  writer: WritableDb,
  { operations, segments }: { readonly operations: number; readonly segments: number },
): number {
  const points = Array.from({ length: 256 }, (_, index) =>
    uaPoint({ timeMs: index * 1000, latitudeE7: 500_000_000 + index * index, rssiDbm: -40 - ((index * 7) % 50) }),
  );
  const bytes = encodeSegment(UA_KIND, points);
  const insertOperation = writer.prepare("INSERT INTO operation VALUES (?, ?, 1, 1, ?, ?, NULL)");
  const insertSuboperation = writer.prepare(
    `INSERT INTO suboperation (id, uuid, operation, sensor_id, technology, source_type, created_ms, updated_ms, first_ms,
       last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers, descriptions, authentication, warnings,
       link_reason, link_confidence)
     VALUES (?, ?, ?, 'roof', 'wifi_beacon', 'air', 1, 1, 1, 2, ?, 0, 0, 1, 1, '[]', '[]', '[]', '[]', 'first', 1)`,
  );
  const insertSegment = writer.prepare(
    "INSERT INTO packed_segment (suboperation, kind, first_ms, last_ms, point_count, bytes) VALUES (?, 0, ?, ?, 256, ?)",
  );
  writer.transaction(() => {
    for (let id = 1; id <= operations; id++) {
      insertOperation.run(id, `operation-${id}`, id, id + 1);
      insertSuboperation.run(id, `suboperation-${id}`, id, segments * points.length);
      for (let segment = 0; segment < segments; segment++) {
        insertSegment.run(id, segment * 256 * 1000, (segment * 256 + 255) * 1000, bytes);
      }
    }
  })();
  return bytes.length / points.length;
}

/** How many packed points each transaction removes from now on; between two of them promises have their turn. */
export function countRemovedPoints(writer: WritableDb): readonly number[] {
  const removed: number[] = [];
  let isOpen = false;
  writer.function("note_removed", (records: number) => {
    if (isOpen) removed.push(removed.pop()! + records);
    else {
      removed.push(records);
      isOpen = true;
      queueMicrotask(() => (isOpen = false));
    }
  });
  writer.exec(
    "CREATE TEMP TRIGGER noted AFTER DELETE ON main.packed_segment BEGIN SELECT note_removed(old.point_count); END",
  );
  return removed;
}
