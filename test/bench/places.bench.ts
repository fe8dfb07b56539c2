import { UA_KIND, createTrackFinder } from "../../server/features/telemetry/telemetry.segments.ts";
import { type Bbox, formatBbox } from "../../server/kernel/geo.ts";
import { HOUR_MS } from "../../server/kernel/clock.ts";
import type { TimeRange } from "../../server/kernel/time-range.ts";
import { openStore, type ReadableDb, type WritableDb } from "../../server/storage/database.ts";
import type { Bench, Row } from "./bench.rows.ts";
import { timeRow } from "./bench.rows.ts";
import { FIRST_MS, type Flights, pointOf, recordFlights, temporaryDirectory } from "./flights.fixture.ts";
import { median, quantile } from "./rounds.ts";

const POINTS_OF_TRACK = 2000;
const WINDOW_MS = 6 * HOUR_MS;
const QUESTIONS = 60;
const KM_PER_DEGREE = 111.2;
const AREAS_KM2 = [1, 100, 2500];

type Question = { readonly bbox: Bbox; readonly range: TimeRange };
type Finder = (question: Question) => ReadonlySet<number>;

/** Ids of the operations with a point in a box and six hours, beside SpatiaLite's own index and a filter on time. */
export const placesBench: Bench = async ({ isFull, say }) => {
  const points = isFull ? 10_000_000 : 1_000_000;
  const tracks = points / POINTS_OF_TRACK;
  // Flights of three days over 130 × 90 km.
  const flights: Flights = {
    tracks,
    pointsOfTrack: POINTS_OF_TRACK,
    startEveryMs: (3 * 24 * HOUR_MS) / tracks,
    stepMs: 1000,
    spreadDeg: 0.6,
  };
  using directory = temporaryDirectory();
  say(`recording ${points} points`);
  recordFlights(directory.path, flights);
  const store = openStore({ dataDir: directory.path });
  say("SpatiaLite's index over the same points");
  addSpatialPoints(store.writer);
  const finders = { ours: segmentFinder(store.reader), theirs: spatialFinder(store.reader) };
  const rows = AREAS_KM2.flatMap((areaKm2) => {
    say(`${areaKm2} km²`);
    return compare(areaKm2, flights, finders);
  });
  store.close();
  return rows;
};

function segmentFinder(db: ReadableDb): Finder {
  const find = createTrackFinder(db);
  const operationsOf = db
    .prepare<[string], number>(
      "SELECT DISTINCT operation FROM suboperation WHERE id IN (SELECT value FROM json_each(?))",
    )
    .pluck();
  return ({ bbox, range }) => new Set(operationsOf.all(JSON.stringify([...find([UA_KIND], bbox, range)])));
}

function addSpatialPoints(db: WritableDb): void {
  db.exec(`
    CREATE TABLE spatial_ua (id INTEGER PRIMARY KEY, operation INTEGER NOT NULL, time_ms INTEGER NOT NULL);
    SELECT AddGeometryColumn('spatial_ua', 'geometry', 4326, 'POINT', 'XY');
    INSERT INTO spatial_ua (operation, time_ms, geometry)
      SELECT suboperation.operation, time_ms, MakePoint(longitude_e7 / 10000000.0, latitude_e7 / 10000000.0, 4326)
      FROM ua_track JOIN suboperation ON suboperation.id = ua_track.suboperation ORDER BY time_ms;
    SELECT CreateSpatialIndex('spatial_ua', 'geometry');
  `);
}

function spatialFinder(db: ReadableDb): Finder {
  const find = db
    .prepare<number[], number>(
      `SELECT DISTINCT operation FROM spatial_ua WHERE id IN (
         SELECT rowid FROM SpatialIndex WHERE f_table_name = 'spatial_ua' AND search_frame = BuildMbr(?, ?, ?, ?, 4326))
       AND time_ms BETWEEN ? AND ?`,
    )
    .pluck();
  return ({ bbox, range }) => new Set(find.all(bbox.west, bbox.south, bbox.east, bbox.north, range.fromMs, range.toMs));
}

function compare(
  areaKm2: number,
  flights: Flights,
  { ours, theirs }: Record<"ours" | "theirs", Finder>,
): readonly Row[] {
  const tookMs = { ours: [] as number[], theirs: [] as number[] };
  let found = 0;
  for (let at = -10; at < QUESTIONS; at++) {
    const question = questionOf(Math.abs(at), areaKm2, flights);
    const mine = timed(ours, question);
    const other = timed(theirs, question);
    // Both round to what they store: a point on the very edge may fall on either side.
    if (Math.abs(mine.found.size - other.found.size) > 1) {
      throw new Error(`${formatBbox(question.bbox)}: ${mine.found.size} operations against ${other.found.size}`);
    }
    if (at < 0) continue;
    found += mine.found.size;
    tookMs.ours.push(mine.tookMs);
    tookMs.theirs.push(other.tookMs);
  }
  const what = `operations within ${areaKm2} km² and 6 h, ${(found / QUESTIONS).toFixed(1)} found`;
  const beside = "SpatiaLite's index, a filter on time";
  const row = (name: string, share: number) =>
    timeRow({
      what: `${what}: ${name}`,
      unit: "ms",
      ours: share === 0.5 ? median(tookMs.ours) : quantile(tookMs.ours, share),
      beside,
      theirs: share === 0.5 ? median(tookMs.theirs) : quantile(tookMs.theirs, share),
    });
  return [row("p50", 0.5), row("p95", 0.95)];
}

function timed(find: Finder, question: Question): { readonly found: ReadonlySet<number>; readonly tookMs: number } {
  const started = performance.now();
  const found = find(question);
  return { found, tookMs: performance.now() - started };
}

/** Around a point of some flight, so that something is there. */
function questionOf(at: number, areaKm2: number, flights: Flights): Question {
  const track = 1 + ((at * 7919) % flights.tracks);
  const middle = pointOf(track, (at * 104_729) % flights.pointsOfTrack, flights);
  const [latitude, longitude] = [middle.latitudeE7 / 1e7, middle.longitudeE7 / 1e7];
  const halfLatitude = Math.sqrt(areaKm2) / 2 / KM_PER_DEGREE;
  const halfLongitude = halfLatitude / Math.cos((latitude * Math.PI) / 180);
  const fromMs = Math.max(FIRST_MS, middle.timeMs - WINDOW_MS / 2);
  return {
    bbox: {
      west: longitude - halfLongitude,
      south: latitude - halfLatitude,
      east: longitude + halfLongitude,
      north: latitude + halfLatitude,
    },
    range: { fromMs, toMs: fromMs + WINDOW_MS },
  };
}
