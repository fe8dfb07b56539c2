import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { encodeTelemetry } from "../../server/export/encode-telemetry.ts";
import { MEDIA } from "../../server/export/media-types.ts";
import { UA_TABLE } from "../../server/features/telemetry/telemetry.columns.ts";
import { createSliceReader } from "../../server/features/telemetry/telemetry.slices.ts";
import type { Representation } from "../../server/kernel/handler.ts";
import type { OnTrack, TrackOrigin, UaPoint, UaSlice } from "../../server/kernel/telemetry.ts";
import { openStore } from "../../server/storage/database.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { rateRow, timeRow } from "./bench.rows.ts";
import { CENTRE, FIRST_MS, recordFlights, temporaryDirectory, type Flights } from "./flights.fixture.ts";
import { addPlainTable, isInstalled, runQuietly } from "./gdal.table.ts";
import { type Child, startChild } from "./processes/child.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import type { Contestant } from "./rounds.ts";
import { medians, seconds } from "./rounds.ts";

const POINTS_OF_TRACK = 2000;
const BBOX = [CENTRE.longitude - 0.3, CENTRE.latitude - 0.2, CENTRE.longitude + 0.3, CENTRE.latitude + 0.2].join(",");

type Format = Extract<Representation, "csv" | "ndjson" | "gpx" | "kml">;
const FORMATS: readonly Format[] = ["csv", "ndjson", "gpx", "kml"];

/** Least ratio to the peer (docs/performance.md). */
const TARGETS: Readonly<Record<Format, number>> = { csv: 6, ndjson: 4, gpx: 7, kml: 5 };

/** Exports over HTTP from a real station, and what its event loop goes through meanwhile. */
export const exportBench: Bench = async ({ isFull, profileDir, say }) => {
  const records = isFull ? 1_000_000 : 200_000;
  const flights: Flights = {
    tracks: records / POINTS_OF_TRACK,
    pointsOfTrack: POINTS_OF_TRACK,
    startEveryMs: 200_000,
    stepMs: 1000,
    spreadDeg: 0.15,
  };
  using directory = temporaryDirectory();
  say(`recording ${records} records`);
  recordFlights(directory.path, flights);
  addPlainTable(directory.path);
  const slices = await readAll(directory.path, flights.tracks);
  await using station = startChild("station", [directory.path], profileDir);
  const url = await station.ask<string>("url");

  const rows: Row[] = [];
  for (const format of FORMATS) {
    say(`${format}: ours, another program, the bare encoder`);
    rows.push(...(await compareFormat(format, { url, slices, records, dataDir: directory.path })));
  }
  say("event loop");
  rows.push(...(await watchExports(station, url)));
  return rows;
};

async function compareFormat(
  format: Format,
  from: {
    readonly url: string;
    readonly slices: readonly UaSlice[];
    readonly records: number;
    readonly dataDir: string;
  },
): Promise<readonly Row[]> {
  const peer = peerOf(format, join(from.dataDir, DATABASE_FILE));
  const contestants: Record<string, Contestant> = {
    ours: () => seconds(() => download(from.url, format)),
    limit: () => seconds(() => encodeAll(from.slices, format)),
  };
  if (peer !== undefined) contestants["peer"] = () => seconds(() => runQuietly(peer.program, peer.args));
  const took = await medians(3, contestants);
  const rate = (name: string) => (took[name] === undefined ? undefined : from.records / took[name]);
  const what = `export ${format.toUpperCase()} over HTTP`;
  const ours = { what, unit: "records/s", ours: rate("ours")! };
  return [
    rateRow({
      ...ours,
      beside: format === "ndjson" ? "sqlite3 -json" : `ogr2ogr ${format.toUpperCase()}`,
      theirs: rate("peer"),
      target: { of: "ratio", atLeast: TARGETS[format] },
    }),
    rateRow({ ...ours, beside: "encoder alone, rows in memory", theirs: rate("limit") }),
  ];
}

function peerOf(format: Format, database: string): { program: string; args: readonly string[] } | undefined {
  const program = format === "ndjson" ? "sqlite3" : "ogr2ogr";
  if (!isInstalled(program)) return undefined;
  switch (format) {
    case "ndjson":
      return { program, args: ["-readonly", "-json", database, "SELECT * FROM plain_columns"] };
    case "csv":
      return { program, args: ["-f", "CSV", "/vsistdout/", database, "-sql", "SELECT * FROM plain_columns"] };
    case "gpx": {
      const sql =
        "SELECT geometry, track AS track_fid, 0 AS track_seg_id, altitude_wgs84 AS ele, timestamp AS time FROM plain_ua";
      return {
        program,
        args: ["-f", "GPX", "/vsistdout/", database, "-sql", sql, "-nln", "track_points", "-nlt", "POINT"],
      };
    }
    case "kml": {
      const sql = "SELECT geometry, operation_id AS Name, timestamp, heading, horizontal_speed FROM plain_ua";
      return { program, args: ["-f", "KML", "/vsistdout/", database, "-sql", sql] };
    }
  }
}

/** Every record in memory, in the slices that the encoders are handed. */
async function readAll(dataDir: string, tracks: number): Promise<readonly UaSlice[]> {
  const store = openStore({ dataDir });
  const read = createSliceReader<UaPoint>(store.reader, UA_TABLE);
  const windows = Array.from({ length: tracks }, (_, at) => ({ track: at + 1, firstMs: 0, lastMs: 8.64e15 }));
  const origins = new Map<number, TrackOrigin>(
    windows.map(({ track }) => [track, { sensorId: "bench-receiver-1", operationId: `operation-${track}` }]),
  );
  const { signal } = new AbortController();
  const slices: UaSlice[] = [];
  const request = { windows, descending: false, grouped: true, limit: Infinity, offset: 0, signal };
  for await (const points of read(request)) slices.push({ origins, points: points as readonly OnTrack<UaPoint>[] });
  store.close();
  return slices;
}

async function encodeAll(slices: readonly UaSlice[], format: Format): Promise<void> {
  const stream = { record: "ua", slices: asyncOf(slices) } as const;
  for await (const chunk of encodeTelemetry(stream, format, { name: "bench", generatedAtMs: FIRST_MS })) void chunk;
}

async function* asyncOf<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

/** Reads an export to its end and throws it away; gives the bytes. */
function download(url: string, format: Format): Promise<number> {
  const query = new URLSearchParams({ bbox: BBOX, from: new Date(FIRST_MS - 1000).toISOString() });
  return new Promise((resolve, reject) => {
    const request = get(
      `${url}/v2/airspace/telemetry/ua?${query}`,
      { headers: { Accept: MEDIA[format].mediaType }, agent: false },
      (response) => {
        let bytes = 0;
        if (response.statusCode !== 200) reject(new Error(`an export was answered with ${response.statusCode}`));
        response.on("data", (chunk: Uint8Array) => (bytes += chunk.length));
        response.once("end", () => resolve(bytes));
        response.once("error", reject);
      },
    );
    request.once("error", reject);
  });
}

async function watchExports(station: Child, url: string): Promise<readonly Row[]> {
  async function during(work: () => Promise<unknown>): Promise<LoopReport> {
    await station.ask("reset");
    await work();
    return station.ask<LoopReport>("report");
  }
  const idle = await during(() => pause(2000));
  const one = await during(() => download(url, "csv"));
  const four = await during(() => Promise.all(FORMATS.map((format) => download(url, format))));
  const beside = { beside: "the same loop idle", unit: "ms" };
  return [
    timeRow({
      what: "event loop p99 during a CSV export",
      ...beside,
      ours: one.p99Ms,
      theirs: idle.p99Ms,
      target: { of: "ratio", atLeast: 0.5 },
    }),
    timeRow({
      what: "event loop max during a CSV export",
      ...beside,
      ours: one.maxMs,
      theirs: idle.maxMs,
      target: { of: "ours", atMost: 20 },
    }),
    timeRow({
      what: "event loop p99 during four exports at once",
      ...beside,
      ours: four.p99Ms,
      theirs: idle.p99Ms,
      target: { of: "ours", atMost: 10 },
    }),
    timeRow({
      what: "memory grown by four exports at once",
      unit: "MB",
      ours: four.grownMb,
      beside: "one export",
      theirs: one.grownMb,
      target: { of: "ours", atMost: 100 },
    }),
  ];
}
