import { rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import type { OperatorTelemetry, UaTelemetry } from "../../contracts/telemetry.ts";
import { createGeoPackage, type GeoPackage } from "../../storage/geopackage.ts";
import { encodeLines, encodePoint } from "./geometry.ts";
import { LAYERS, valuesOf, type ExportedTrack, type LayerName } from "./layers.ts";
import { createLineCollector } from "./line-collector.ts";

/** A track with its records, each by time, which are read once. */
export type TrackRecords = {
  readonly track: ExportedTrack;
  readonly aircraft: AsyncIterable<readonly UaTelemetry[]>;
  readonly operators: AsyncIterable<readonly OperatorTelemetry[]>;
};

/** Rows of the layers. */
export type GeoPackageCounts = { tracks: number; aircraftPoints: number; operatorPoints: number };

export type WriteOptions = {
  readonly changedAtMs: number;
  /** Called after each slice of records. */
  readonly onProgress: (counts: Readonly<GeoPackageCounts>) => void;
  readonly signal: AbortSignal;
};

/**
 * Writes tracks into a GeoPackage with a layer of aircraft positions, one of operator positions and one of lines. Only
 * a slice of records and the line of one track are in memory. The file gets its name when it is complete; when the
 * signal is aborted or a record cannot be read, the error is thrown and no file is left.
 */
export async function writeGeoPackage(
  path: string,
  tracks: AsyncIterable<TrackRecords>,
  { changedAtMs, onProgress, signal }: WriteOptions,
): Promise<Readonly<GeoPackageCounts>> {
  const partial = `${path}.part`;
  rmSync(partial, { force: true });
  const counts: GeoPackageCounts = { tracks: 0, aircraftPoints: 0, operatorPoints: 0 };
  const layers = [LAYERS.aircraft, LAYERS.operators, LAYERS.tracks];
  const file = createGeoPackage<LayerName>(partial, layers, new Date(changedAtMs).toISOString());
  try {
    const onSlice = () => {
      signal.throwIfAborted();
      onProgress(counts);
    };
    for await (const records of tracks) await writeTrack(file, records, counts, onSlice);
    signal.throwIfAborted();
    file.finish();
    await rename(partial, path);
    return counts;
  } catch (error) {
    file.abandon();
    rmSync(partial, { force: true });
    throw error;
  }
}

async function writeTrack(
  file: GeoPackage<LayerName>,
  { track, aircraft, operators }: TrackRecords,
  counts: GeoPackageCounts,
  onSlice: () => void,
): Promise<void> {
  const lines = createLineCollector();
  let first: string | undefined;
  let last = "";
  let records = 0;
  for await (const slice of aircraft) {
    for (const record of slice) {
      const { longitude, latitude } = record.location;
      const heightM = record.altitudes.find(({ type }) => type === "WGS84")?.value ?? null;
      lines.add({ longitude, latitude, heightM, timeS: Date.parse(record.timestamp) / 1000 });
      file.add("aircraft_points", encodePoint(longitude, latitude, heightM), valuesOf(LAYERS.aircraft, record, track));
      first ??= record.timestamp;
      last = record.timestamp;
    }
    records += slice.length;
    counts.aircraftPoints += slice.length;
    onSlice();
  }
  for await (const slice of operators) {
    for (const record of slice) {
      const { longitude, latitude } = record.location;
      const heightM = record.altitude?.type === "WGS84" ? record.altitude.value : null;
      file.add("operator_points", encodePoint(longitude, latitude, heightM), valuesOf(LAYERS.operators, record, track));
    }
    counts.operatorPoints += slice.length;
    onSlice();
  }
  // It may have no record in the requested range.
  if (first === undefined) return;
  const drawn = lines.finish();
  const summary = { track, firstTime: first, lastTime: last, records };
  file.add("tracks", drawn.length === 0 ? null : encodeLines(drawn), valuesOf(LAYERS.tracks, summary, track));
  counts.tracks += 1;
}
