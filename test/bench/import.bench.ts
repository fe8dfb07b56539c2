import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { decodeTracks } from "../../server/import/tracks/tracks.decode.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { rateRow, timeRow } from "./bench.rows.ts";
import { FIRST_MS, temporaryDirectory } from "./flights.fixture.ts";
import { isInstalled, measureProgramUsage } from "./gdal.table.ts";
import { importStoreRows } from "./import-store.rows.ts";
import { measureUsage, usageMedians } from "./rounds.ts";

const ROUNDS = 3;
const MEMORY_POINTS = 1_000_000;
const STEP_MS = 100;
const WRITE_AT = 64 * 1024;

/** A generated log: its format, the program it is compared with, and the minimum ratio (docs/performance.md). */
type Log = {
  readonly what: string;
  readonly file: string;
  readonly head: string;
  readonly row: (index: number) => string;
  readonly foot: string;
  readonly program: string;
  readonly args: (path: string) => readonly string[];
  readonly atLeast: number;
};

const latitude = (index: number) => (50 + Math.sin(index / 5000) / 10).toFixed(12);
const longitude = (index: number) => (14 + Math.cos(index / 5000) / 10).toFixed(12);
const height = (index: number) => (300 + 50 * Math.sin(index / 900)).toFixed(2);
const time = (index: number) => new Date(FIRST_MS + index * STEP_MS).toISOString();
const gpsbabel = (format: string) => (path: string) => [
  "-t",
  "-i",
  format,
  "-f",
  path,
  "-o",
  "unicsv",
  "-F",
  "/dev/null",
];

/** As AirData writes it, including units: few of 46 columns are about the position of the aircraft. */
const NAMED =
  "time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(feet),altitude_above_seaLevel(feet),speed(mph), xSpeed(mph), ySpeed(mph), zSpeed(mph)";
const OTHERS = 36;

const LOGS: readonly Log[] = [
  {
    what: "import GPX",
    file: "track.gpx",
    head: '<?xml version="1.0"?>\n<gpx version="1.1" creator="bench" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n',
    row: (index) =>
      `<trkpt lon="${longitude(index)}" lat="${latitude(index)}">\n<ele>${height(index)}</ele>\n<time>${time(index)}</time>\n</trkpt>\n`,
    foot: "</trkseg></trk></gpx>\n",
    program: "gpsbabel",
    args: gpsbabel("gpx"),
    atLeast: 4,
  },
  {
    what: "import KML, a line",
    file: "line.kml",
    head: '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><LineString><altitudeMode>absolute</altitudeMode><coordinates>\n',
    row: (index) => `${longitude(index)},${latitude(index)},${height(index)}\n`,
    foot: "</coordinates></LineString></Placemark></Document></kml>\n",
    program: "gpsbabel",
    args: gpsbabel("kml"),
    atLeast: 1.5,
  },
  {
    what: "import CSV of 46 columns",
    file: "airdata.csv",
    head: `${NAMED}${Array.from({ length: OTHERS }, (_, at) => `,column${at}`).join("")}\n`,
    row: (index) =>
      `${index * STEP_MS},${time(index).slice(0, 19).replace("T", " ")},${latitude(index)},${longitude(index)},65.6168,1050.5,11.2,3.4,-5.6,0${",17.36".repeat(OTHERS)}\n`,
    foot: "",
    program: "ogr2ogr",
    args: (path) => ["-f", "CSV", "/vsistdout/", path],
    atLeast: 5,
  },
];

/** Decoding flight logs into packed points, compared with programs that convert the same file to a table that is discarded. */
export const importBench: Bench = async ({ isFull, profileDir, reportProgress }) => {
  const points = isFull ? 1_000_000 : 200_000;
  using directory = temporaryDirectory();
  const rows: Row[] = [];
  for (const log of LOGS) {
    reportProgress(`${log.what}: ${points} points`);
    const path = join(directory.path, log.file);
    await write(path, log, points);
    rows.push(...(await compare(log, path, points)));
  }
  reportProgress("import into the store");
  rows.push(...(await importStoreRows({ path: join(directory.path, LOGS[0]!.file), points }, profileDir)));
  reportProgress(`memory of ${MEMORY_POINTS} points`);
  const path = join(directory.path, "memory.gpx");
  await write(path, LOGS[0]!, MEMORY_POINTS);
  rows.push(memoryOf(path));
  return rows;
};

async function compare(log: Log, path: string, points: number): Promise<readonly Row[]> {
  const { program, args, what, atLeast } = log;
  await decode(path, points);
  const took = await usageMedians<string>(ROUNDS, {
    ours: () => measureUsage(() => decode(path, points)),
    ...(isInstalled(program) ? { theirs: () => measureProgramUsage(program, args(path)) } : {}),
  });
  const rate = (name: string, of: "wallS" | "cpuS") => (took[name] === undefined ? undefined : points / took[name][of]);
  const row = {
    what,
    unit: "points/s",
    ours: rate("ours", "wallS")!,
    peer: program,
    theirs: rate("theirs", "wallS"),
  };
  return [
    rateRow({ ...row, target: { of: "ratio", atLeast } }),
    rateRow({
      ...row,
      what: `${what}, by CPU`,
      unit: "points/CPU s",
      ours: rate("ours", "cpuS")!,
      theirs: rate("theirs", "cpuS"),
    }),
  ];
}

async function decode(path: string, points: number): Promise<void> {
  const decoded = await decodeTracks(createReadStream(path), {
    receivedMs: FIRST_MS + 1e10,
    startMs: FIRST_MS,
    utcOffsetMinutes: 0,
  });
  const read = decoded.kind === "invalid" ? decoded.message : decoded.flights[0]!.points.count();
  if (read !== points) throw new Error(`${path}: ${read} of ${points} points were read`);
}

/** Peak memory of a separate process. */
function memoryOf(path: string): Row {
  const script = join(import.meta.dirname, "processes", "import.entry.ts");
  const { stdout, stderr } = spawnSync(process.execPath, [script, path], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return timeRow({
    what: "import of 1,000,000 points, peak memory of the process",
    unit: "MB",
    ours: Number(stdout),
    peer: "nothing",
    theirs: undefined,
    target: { of: "ours", atMost: 300 },
  });
}

async function write(path: string, { head, row, foot }: Log, points: number): Promise<void> {
  const file = createWriteStream(path);
  let text = head;
  for (let index = 0; index < points; index++) {
    text += row(index);
    if (text.length < WRITE_AT) continue;
    if (!file.write(text)) await once(file, "drain");
    text = "";
  }
  file.end(text + foot);
  await once(file, "finish");
}
