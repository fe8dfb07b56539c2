import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createTelemetryRecording } from "../../server/features/telemetry/telemetry.recording.store.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { openReader, openStore } from "../../server/storage/database.ts";
import { packAllTelemetry } from "../support/packed-tracks.ts";
import { readRealTracks } from "../support/real-tracks.ts";
import type { Row } from "./bench.rows.ts";
import { timeRow } from "./bench.rows.ts";
import { temporaryDirectory } from "./flights.fixture.ts";

/** The tables with telemetry: points as rows or packed, with the index in space and time. */
const TELEMETRY_TABLES =
  "'ua_track', 'packed_segment', 'packed_segment_by_time', 'track_extent_node', 'track_extent_rowid', 'track_extent_parent'";

/** Copies a recording whose telemetry is rows, so that both forms are measured in one run. */
export function copyRecording(from: string, into: string): void {
  mkdirSync(into, { recursive: true });
  copyFileSync(join(from, DATABASE_FILE), join(into, DATABASE_FILE));
}

/** Packs all telemetry of a recording that no station uses. */
export function packRecording(dataDir: string): void {
  const store = openStore({ dataDir });
  packAllTelemetry(store.writer);
  store.close();
}

/** Bytes that the telemetry of a recording takes, whole pages of its tables and indexes. */
function bytesOfTelemetry(dataDir: string): number {
  // Read-only, because a station is running on the packed one.
  const reader = openReader(join(dataDir, DATABASE_FILE));
  const bytes = reader
    .prepare<[], number>(`SELECT sum(pgsize) FROM dbstat WHERE name IN (${TELEMETRY_TABLES})`)
    .pluck()
    .get()!;
  reader.close();
  return bytes;
}

function sizeRow(what: string, records: number, of: { readonly packed: string; readonly rows: string }): Row {
  return timeRow({
    what: `${what}: bytes on disk for a record, packed`,
    unit: "bytes",
    ours: bytesOfTelemetry(of.packed) / records,
    peer: "the same as rows",
    theirs: bytesOfTelemetry(of.rows) / records,
    target: { of: "ours", atMost: 24 },
  });
}

export function syntheticSizeRow(records: number, of: { readonly packed: string; readonly rows: string }): Row {
  return sizeRow("made-up flights", records, of);
}

/** Real recordings in a file of their own; no row where they are not beside the project. */
export async function realSizeRows(): Promise<readonly Row[]> {
  const tracks = await readRealTracks();
  if (tracks.length === 0) return [];
  using directory = temporaryDirectory();
  const of = { rows: join(directory.path, "rows"), packed: join(directory.path, "packed") };
  const store = openStore({ dataDir: of.rows });
  const recording = createTelemetryRecording(store.writer);
  for (const [index, { points }] of tracks.entries()) {
    store.writer.transaction(() => {
      for (const point of points) recording.insertUaIfAbsent(index + 1, point);
      recording.saveExtents();
    })();
  }
  store.close();
  copyRecording(of.rows, of.packed);
  packRecording(of.packed);
  return [
    sizeRow(
      "real recordings",
      tracks.reduce((sum, { points }) => sum + points.length, 0),
      of,
    ),
  ];
}
