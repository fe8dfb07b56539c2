import { randomUUID } from "node:crypto";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE } from "../database-file.ts";
import { openStore, type WritableDb } from "../database.ts";

/** The time of the first point of each track; the others follow by the second. */
export const FIRST_POINT_MS = 1_700_000_000_000;

/** Fills a recording with tracks, so that it has some thousands of pages of different tables; returns what is in it. */
export function fillRecording(dataDir: string, tracks: number, pointsPerTrack: number): void {
  const { writer, close } = openStore({ dataDir, synchronous: "OFF" });
  const insertOperation = writer.prepare("INSERT INTO operation VALUES (?, ?, 1, 1, 1000, 2000, NULL)");
  const insertSuboperation = writer.prepare(
    `INSERT INTO suboperation (id, uuid, operation, sensor_id, technology, source_type, created_ms, updated_ms, first_ms,
       last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers, descriptions, authentication, warnings,
       link_reason, link_confidence)
     VALUES (?, ?, ?, 'roof', 'wifi_beacon', 'air', 1, 1, 1000, 2000, ?, 0, 0, 1, 1, ?, '[]', '[]', '[]', 'first', 1)`,
  );
  writer.transaction(() => {
    for (let track = 1; track <= tracks; track++) {
      insertOperation.run(track, randomUUID());
      // Longer than a page now and then, so that rows continue on pages of their own.
      const identifiers = JSON.stringify([{ value: "1596F".repeat(track % 7 === 0 ? 2000 : 3) }]);
      insertSuboperation.run(track, randomUUID(), track, pointsPerTrack, identifiers);
      insertPoints(writer, track, pointsPerTrack);
    }
  })();
  close();
}

function insertPoints(writer: WritableDb, track: number, points: number): void {
  const insert = writer.prepare(
    `INSERT INTO ua_track (suboperation, time_ms, received_ms, operational_state, latitude_e7, longitude_e7)
     VALUES (?, ?, ?, 'airborne', ?, ?)`,
  );
  for (let point = 0; point < points; point++) {
    const timeMs = FIRST_POINT_MS + point * 1000;
    insert.run(track, timeMs, timeMs + 5, 500_000_000 + track * 1000 + point, 140_000_000 + point);
  }
}

/** Overwrites part of the database of a directory with random bytes, as a failing disk does. */
export function damage(dataDir: string, at: number, bytes: number, random: () => number): void {
  const path = join(dataDir, DATABASE_FILE);
  const file = openSync(path, "r+");
  const garbage = Buffer.from(Array.from({ length: bytes }, () => Math.trunc(random() * 256)));
  writeSync(file, garbage, 0, Math.min(bytes, statSync(path).size - at), at);
  closeSync(file);
}
