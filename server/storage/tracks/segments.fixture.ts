import { packAllTelemetry } from "../../../test/support/packed-tracks.ts";
import { NOON_MS } from "../../kernel/points.fixture.ts";
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
