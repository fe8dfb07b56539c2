import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { FORMATS } from "../../server/contracts/formats.ts";
import { DATABASE_FILE } from "../../server/storage/database-file.ts";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { rateRow, timeRow } from "./bench.rows.ts";
import { drain } from "./drain.ts";
import { CENTRE, FIRST_MS, recordFlights, temporaryDirectory, type Flights } from "./flights.fixture.ts";
import { addPlainTable, isInstalled, measureProgramUsage } from "./gdal.table.ts";
import { MEASURED_FORMATS, type MeasuredFormat, peersOf } from "./export.peers.ts";
import { reportLive, upload } from "./mixed.load.ts";
import { type Child, startChild } from "./processes/child.ts";
import { POINTS_OF_TRACK } from "./export.plan.ts";
import type { LoopReport } from "./processes/loop.watch.ts";
import type { TickReport } from "./processes/tick.watch.ts";
import { tickRows } from "./tick.rows.ts";
import { copyRecording, syntheticSizeRow, packRecording, realSizeRows } from "./packed.rows.ts";
import { grownMbOf } from "../support/process-memory.ts";
import { startTestStation } from "../support/station.ts";
import { medians, seconds, type ResourceUsage, usageMedians } from "./rounds.ts";

const BBOX = [CENTRE.longitude - 0.3, CENTRE.latitude - 0.2, CENTRE.longitude + 0.3, CENTRE.latitude + 0.2].join(",");
const ROUNDS = 3;
/** Records that are kept in memory for the encoder alone. */
const RECORDS_IN_MEMORY = 100_000;
const UPLOADED = 100_000;
const LIVE_PER_SECOND = 500;

/** Minimum ratio to the peer (docs/performance.md). */
const TARGETS: Readonly<Record<MeasuredFormat, number>> = { csv: 12, ndjson: 5, gpx: 9, kml: 9 };

/** Exports over HTTP from a real station, and the delay of its event loop meanwhile. */
export const exportBench: Bench = async ({ isFull, profileDir, reportProgress }) => {
  const records = isFull ? 1_000_000 : 200_000;
  const flights: Flights = {
    tracks: records / POINTS_OF_TRACK,
    pointsOfTrack: POINTS_OF_TRACK,
    startEveryMs: 200_000,
    stepMs: 1000,
    spreadDeg: 0.15,
  };
  using directory = temporaryDirectory();
  reportProgress(`recording ${records} records`);
  recordFlights(directory.path, flights);
  const rowsDir = join(directory.path, "rows");
  copyRecording(directory.path, rowsDir);
  addPlainTable(directory.path);
  reportProgress("packing");
  packRecording(directory.path);
  reportProgress("memory");
  const grownMb = await grownByExports(directory.path);
  await using station = startChild("station", [directory.path], profileDir);
  const url = await station.ask<string>("url");

  const rows: Row[] = [syntheticSizeRow(records, { packed: directory.path, rows: rowsDir }), ...(await realSizeRows())];
  for (const format of MEASURED_FORMATS) {
    reportProgress(`${format}: ours, another program, one thread without HTTP`);
    rows.push(...(await compareFormat(format, { url, station, records, dataDir: directory.path, rowsDir })));
  }
  reportProgress("event loop");
  rows.push(...(await watchExports(station, url)));
  rows.push(
    timeRow({
      what: "memory grown by four exports at once, the first after a start",
      unit: "MB",
      ours: grownMb,
      peer: "before them",
      theirs: 0,
      target: { of: "ours", atMost: 60 },
    }),
  );
  return rows;
};

type From = {
  readonly url: string;
  readonly station: Child;
  readonly records: number;
  readonly dataDir: string;
  /** The same records, not packed. */
  readonly rowsDir: string;
};

async function compareFormat(format: MeasuredFormat, from: From): Promise<readonly Row[]> {
  const peers = Object.entries(peersOf(format, join(from.dataDir, DATABASE_FILE)));
  // The first request also includes compilation and the start of the thread, which is not the speed of an export.
  await download(from.url, format);
  // Each in a separate process: code that reads both is compiled for both, which slows it down.
  await using packed = startChild("encode", [from.dataDir], undefined);
  await using asRows = startChild("encode", [from.rowsDir], undefined);
  const asked = { format, records: from.records };
  for (const child of [packed, asRows]) await child.ask("encode", asked);
  const took = await usageMedians<string>(ROUNDS, {
    ours: () => measureStationUsage(from.station, () => download(from.url, format)),
    bare: () => packed.ask<ResourceUsage>("encode", asked),
    bareRows: () => asRows.ask<ResourceUsage>("encode", asked),
    ...Object.fromEntries(
      peers
        .filter(([, { program }]) => isInstalled(program))
        .map(([name, { program, args }]) => [name, () => measureProgramUsage(program, args)]),
    ),
  });
  const inMemory = { format, records: Math.min(RECORDS_IN_MEMORY, from.records) };
  const { encoder } = await medians(ROUNDS, { encoder: () => packed.ask<number>("encodeFromMemory", inMemory) });
  const rate = (name: string, value: keyof ResourceUsage) =>
    took[name] === undefined ? undefined : from.records / took[name][value];
  const what = `export ${format.toUpperCase()} over HTTP`;
  const ours = { what, unit: "records/s", ours: rate("ours", "wallS")! };
  return [
    ...peers.flatMap(([name, { isTarget }]) => [
      rateRow({
        ...ours,
        peer: name,
        theirs: rate(name, "wallS"),
        ...(isTarget ? { target: { of: "ratio", atLeast: TARGETS[format] } as const } : {}),
      }),
      rateRow({
        what: `${what}, by CPU`,
        unit: "records/CPU s",
        ours: rate("ours", "cpuS")!,
        peer: name,
        theirs: rate(name, "cpuS"),
      }),
    ]),
    rateRow({
      ...ours,
      peer: "one thread that reads the same rows and encodes, no HTTP",
      theirs: rate("bare", "wallS"),
      target: { of: "ratio", atLeast: 0.6 },
    }),
    rateRow({
      what: `export ${format.toUpperCase()} from packed telemetry, one thread without HTTP, by CPU`,
      unit: "records/CPU s",
      ours: rate("bare", "cpuS")!,
      peer: "the same from rows",
      theirs: rate("bareRows", "cpuS"),
      target: { of: "ratio", atLeast: 1.5 },
    }),
    rateRow({ ...ours, peer: "encoder alone, rows in memory", theirs: inMemory.records / encoder }),
  ];
}

/** Wall time of a request to the station, and the CPU time of all of the station's threads for it. */
async function measureStationUsage(station: Child, work: () => Promise<unknown>): Promise<ResourceUsage> {
  await station.ask("reset");
  const wallS = await seconds(work);
  const { cpuS } = await station.ask<LoopReport>("report");
  return { wallS, cpuS };
}

/** Reads an export to its end and discards it; gives the number of bytes. */
function download(url: string, format: MeasuredFormat): Promise<number> {
  // Everything recorded before, nothing that is uploaded or received meanwhile.
  const times = {
    from: new Date(FIRST_MS - 1000).toISOString(),
    to: new Date(FIRST_MS + 1000 * HOUR_MS).toISOString(),
  };
  const query = new URLSearchParams({ bbox: BBOX, ...times });
  return drain(`${url}/v2/airspace/telemetry/ua?${query}`, FORMATS[format].mediaType);
}

/** The growth of the memory of the installed program with its first four exports, MB. */
async function grownByExports(dataDir: string): Promise<number> {
  const station = await startTestStation({ dataDir });
  try {
    return await grownMbOf(station.pid, () => exportAllFormats(station.url));
  } finally {
    await station.stop();
  }
}

function exportAllFormats(url: string): Promise<readonly number[]> {
  return Promise.all(MEASURED_FORMATS.map((format) => download(url, format)));
}

/** Event loop delay, its components, and memory of the station during some work. */
async function during(station: Child, work: () => Promise<unknown>): Promise<LoopReport & TickReport> {
  await station.ask("reset");
  await station.ask("watchTicks");
  await work();
  return { ...(await station.ask<LoopReport>("report")), ...(await station.ask<TickReport>("ticks")) };
}

async function watchExports(station: Child, url: string): Promise<readonly Row[]> {
  const idle = await during(station, () => pause(5000));
  const one = await during(station, () => download(url, "csv"));
  const four = await during(station, () => exportAllFormats(url));
  const mixed = await during(station, () => exportUnderLoad(url));
  const peer = { peer: "the same loop idle", unit: "ms", theirs: idle.p99Ms };
  const load = `a CSV export, an upload of ${UPLOADED} and ${LIVE_PER_SECOND} live records a second`;
  return [
    timeRow({
      what: "event loop p99 during a CSV export",
      ...peer,
      ours: one.p99Ms,
      target: { of: "ratio", atLeast: 0.5 },
    }),
    timeRow({
      what: "event loop p99 during a CSV export, of itself",
      ...peer,
      ours: one.p99Ms,
      target: { of: "ours", atMost: 3 },
    }),
    ...tickRows("during a CSV export", one),
    timeRow({
      what: "event loop max during a CSV export",
      ...peer,
      ours: one.maxMs,
      theirs: idle.maxMs,
      target: { of: "ours", atMost: 20 },
    }),
    timeRow({
      what: "event loop p99 during four exports at once",
      ...peer,
      ours: four.p99Ms,
      target: { of: "ours", atMost: 10 },
    }),
    ...tickRows("during four exports at once", four),
    timeRow({
      what: `event loop p99 during ${load}`,
      ...peer,
      ours: mixed.p99Ms,
      target: { of: "ours", atMost: 6 },
    }),
    ...tickRows(`during ${load}`, mixed),
  ];
}

/** Exports while an upload runs and live records arrive. */
async function exportUnderLoad(url: string): Promise<void> {
  const done = new AbortController();
  const progress = { isUploading: true };
  const uploading = upload(url, UPLOADED).finally(() => (progress.isUploading = false));
  const exporting = (async () => {
    do await download(url, "csv");
    while (progress.isUploading);
  })();
  const [seen] = await Promise.all([
    reportLive(url, LIVE_PER_SECOND, done.signal),
    Promise.all([uploading, exporting]).finally(() => done.abort()),
  ]);
  if (seen === 0) throw new Error("no live record was seen");
}
