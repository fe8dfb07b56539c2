import type { FLIGHT_ORDER } from "../../contracts/flights.routes.ts";
import type { FlightStatistics } from "../../contracts/flights.ts";
import type { Region } from "../../contracts/region.ts";
import type { Page } from "../../contracts/pages.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { orderBy } from "../../storage/order-by.ts";
import { preparedOnce } from "../../storage/prepared-once.ts";
import type { Area } from "./area.rules.ts";
import type { FlightModel } from "./flights.model.ts";

type Total = { readonly total: number };
type Row = Omit<FlightModel, "region" | "area"> & { readonly region: string; readonly area: string };

const FIELDS: Readonly<Record<keyof FlightModel, string>> = {
  id: "id",
  suboperation: "suboperation",
  owner: "owner",
  pilot: "pilot",
  organization: "organization",
  plannedStartMs: "planned_start_ms",
  plannedFinishMs: "planned_finish_ms",
  startedMs: "started_ms",
  finishedMs: "finished_ms",
  status: "status",
  closingFlag: "closing_flag",
  visibility: "visibility",
  device: "device",
  aircraft: "aircraft",
  region: "region",
  area: "area",
  ceilingM: "ceiling_m",
  maxHeightM: "max_height_m",
  lowerAltitudeM: "lower_altitude_m",
  takeoffLatitude: "takeoff_latitude",
  takeoffLongitude: "takeoff_longitude",
  takeoffAltitudeM: "takeoff_altitude_m",
  takeoffPressureHpa: "takeoff_pressure_hpa",
  operationMode: "operation_mode",
  operationCategory: "operation_category",
  source: "source",
  colorTag: "color_tag",
  callsign: "callsign",
  distanceM: "distance_m",
  durationS: "duration_s",
  bbox: "bbox",
  processingRequestedMs: "processing_asked_ms",
  sourceName: "source_name",
  logName: "log_name",
  declaredAircraft: "declared_aircraft",
  createdMs: "created_ms",
};

const COLUMNS = Object.entries(FIELDS)
  .map(([field, column]) => `flight.${column} AS ${field}`)
  .join(", ");
const FIND = `SELECT ${COLUMNS} FROM flight WHERE id = ?`;

type Field = (typeof FLIGHT_ORDER)[number];

const ORDER: Readonly<Record<Field, string>> = {
  date_planned_start: "planned_start_ms",
  date_planned_finish: "planned_finish_ms",
  date_started: "started_ms",
  date_finished: "finished_ms",
  status: "status",
  distance: "distance_m",
  duration: "duration_s",
  callsign_used: "callsign COLLATE NOCASE",
};

export type FlightFilter = {
  /** The account whose view applies: public flights and those it owns or pilots; `null` for all flights. */
  readonly viewer: string | null;
  readonly owner: string | null;
  readonly aircraft: string | null;
  readonly device: string | null;
  readonly deviceSerial: string | null;
  readonly pilot: string | null;
  readonly status: string | null;
  readonly visibility: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly startedMs: number | null;
  readonly finishedMs: number | null;
};

const BEGIN = "coalesce(started_ms, planned_start_ms)";
const NEWEST_FIRST = `${BEGIN} DESC, id`;

const CONDITIONS: Readonly<Record<Exclude<keyof FlightFilter, "viewer">, string>> = {
  owner: "owner = @owner",
  aircraft: "aircraft = @aircraft",
  device: "device = @device",
  deviceSerial: "device IN (SELECT device.id FROM device WHERE serial_number = @deviceSerial)",
  pilot: "pilot = @pilot",
  status: "status = @status",
  visibility: "visibility = @visibility",
  fromMs: "coalesce(finished_ms, planned_finish_ms) >= @fromMs",
  toMs: `${BEGIN} <= @toMs`,
  startedMs: "started_ms = @startedMs",
  finishedMs: "finished_ms = @finishedMs",
};

/** Only the conditions in use, so that SQLite can choose a matching index. */
function conditionsOf(filter: FlightFilter): readonly string[] {
  return (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[])
    .filter((name) => filter[name] !== null)
    .map((name) => CONDITIONS[name]);
}

/** A viewer sees all flights that it owns or pilots, without a further condition. */
function isForOthersToo({ viewer, owner, pilot }: FlightFilter): boolean {
  return viewer !== null && owner !== viewer && pilot !== viewer;
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
}

/** The flights that a viewer may see, in parts that do not overlap: each is counted by its own index. */
const SEEN_PARTS = [
  "visibility = 'public'",
  "owner = @viewer AND visibility <> 'public'",
  "pilot = @viewer AND owner <> @viewer AND visibility <> 'public'",
];

function countSql(filter: FlightFilter): string {
  const conditions = conditionsOf(filter);
  const count = (more: readonly string[]) => `(SELECT count(*) FROM flight ${where([...conditions, ...more])})`;
  const parts = isForOthersToo(filter) ? SEEN_PARTS.map((part) => count([part])) : [count([])];
  return `SELECT ${parts.join(" + ")} AS total`;
}

/** A page of flights, by default newest start first, and the total. */
export function listFlightPage(
  db: ReadableDb,
  filter: FlightFilter,
  page: Page<Field>,
): { readonly flights: readonly FlightModel[]; readonly total: number } {
  const { total } = preparedOnce(db, countSql(filter)).get(filter) as Total;
  const seen = isForOthersToo(filter) ? ["(visibility = 'public' OR owner = @viewer OR pilot = @viewer)"] : [];
  const order = orderBy(page.ordering, ORDER, NEWEST_FIRST);
  // The ids come from a covering index; whole rows are read for this page only.
  const sql = `SELECT ${COLUMNS} FROM flight WHERE id IN (
    SELECT id FROM flight ${where([...conditionsOf(filter), ...seen])} ${order} LIMIT @limit OFFSET @offset) ${order}`;
  const rows = preparedOnce(db, sql).all({ ...filter, limit: page.limit, offset: page.offset }) as readonly Row[];
  return { flights: rows.map(fromRow), total };
}

export function findFlight(db: ReadableDb, id: string): FlightModel | undefined {
  const row = preparedOnce(db, FIND).get(id) as Row | undefined;
  return row && fromRow(row);
}

/** Planned and current flights of a device whose window contains a time, current ones first. */
export function listFlightsAt(db: ReadableDb, deviceId: string, timeMs: number): readonly FlightModel[] {
  return listOfDevice(db, "planned_start_ms <= ? AND planned_finish_ms >= ?", [deviceId, timeMs, timeMs]);
}

/** Plans of a person for an aircraft or a device whose window contains a time; what began last comes first. */
export function listPlansDue(
  db: ReadableDb,
  of: { readonly owner: string; readonly aircraft: string | null; readonly device: string | null },
  timeMs: number,
): readonly FlightModel[] {
  return db
    .prepare<[object], Row>(
      `SELECT ${COLUMNS} FROM flight WHERE (owner = @owner OR pilot = @owner) AND status IN ('current', 'planned')
         AND planned_start_ms <= @timeMs AND planned_finish_ms >= @timeMs
         AND (aircraft = @aircraft OR (aircraft IS NULL AND device = @device))
       ORDER BY status, planned_start_ms DESC, created_ms DESC`,
    )
    .all({ ...of, timeMs })
    .map(fromRow);
}

/**
 * Planned and current flights of a device that overlap a time range: current ones first, then latest first. A flight
 * that starts exactly when another ends does not overlap.
 */
export function listOverlapping(db: ReadableDb, deviceId: string, { fromMs, toMs }: TimeRange): readonly FlightModel[] {
  return listOfDevice(db, "planned_start_ms < ? AND planned_finish_ms > ?", [deviceId, toMs, fromMs]);
}

export function listInProcessing(db: ReadableDb): readonly FlightModel[] {
  // A copy from a peer is processed there; the processing was not requested here.
  return db
    .prepare<[], Row>(`SELECT ${COLUMNS} FROM flight WHERE status = 'processing' AND processing_asked_ms IS NOT NULL`)
    .all()
    .map(fromRow);
}

export function saveFlight(db: WritableDb, flight: FlightModel): void {
  const columns = Object.values(FIELDS);
  const values = Object.keys(FIELDS).map((field) => `@${field}`);
  const updates = columns.filter((column) => column !== "id").map((column) => `${column} = excluded.${column}`);
  db.prepare(
    `INSERT INTO flight (${columns.join(", ")}) VALUES (${values.join(", ")})
     ON CONFLICT (id) DO UPDATE SET ${updates.join(", ")}`,
  ).run({ ...flight, region: JSON.stringify(flight.region), area: JSON.stringify(flight.area) });
}

export function saveThumbnail(db: WritableDb, id: string, svg: string): void {
  db.prepare("UPDATE flight SET thumbnail = ? WHERE id = ?").run(svg, id);
}

export function findThumbnail(db: ReadableDb, id: string): string | undefined {
  return db.prepare<[string], string | null>("SELECT thumbnail FROM flight WHERE id = ?").pluck().get(id) ?? undefined;
}

type Sums = Pick<
  FlightStatistics,
  "total_flights" | "total_distance" | "total_duration" | "count_planned" | "count_current" | "count_past"
> & { readonly monthS: number };

/** Statistics of a user's flights, in total and since `monthMs`. */
export function sumFlights(db: ReadableDb, userId: string, monthMs: number): Sums {
  // Two searches, because SQLite reads every row for an OR; each is answered from its index alone.
  const columns = `status, distance_m, duration_s, ${BEGIN} AS begin_ms`;
  return preparedOnce(
    db,
    `SELECT count(*) AS total_flights, coalesce(sum(distance_m), 0) AS total_distance,
       coalesce(sum(duration_s), 0) AS total_duration, count(*) FILTER (WHERE status = 'planned') AS count_planned,
       count(*) FILTER (WHERE status = 'current') AS count_current,
       count(*) FILTER (WHERE status NOT IN ('planned', 'current', 'cancelled')) AS count_past,
       coalesce(sum(duration_s) FILTER (WHERE begin_ms >= @monthMs), 0) AS monthS
     FROM (SELECT ${columns} FROM flight WHERE owner = @userId
       UNION ALL SELECT ${columns} FROM flight WHERE pilot = @userId AND owner <> @userId)`,
  ).get({ userId, monthMs }) as Sums;
}

type FlightName = {
  readonly id: string;
  readonly callsign: string | null;
  readonly aircraft: string | null;
  readonly device: string | null;
  readonly startMs: number;
  /** Name of the log that it was imported from. */
  readonly sourceName: string | null;
  /** Its name in the log. */
  readonly logName: string | null;
  readonly declaredAircraft: string | null;
};

/** Search scans every name, so their number is limited. */
const MAX_NAMES = 10_000;

/**
 * Names of the newest flights that a viewer can see (`null`: all flights) for search: the viewer's own before others.
 */
export function listFlightNames(db: ReadableDb, viewer: string | null): readonly FlightName[] {
  // This index covers the query; with the index on owners every row would be read.
  const newest = (condition: string) => `SELECT * FROM (
    SELECT id, callsign, aircraft, device, source_name AS sourceName, log_name AS logName, declared_aircraft AS declaredAircraft, ${BEGIN} AS startMs FROM flight INDEXED BY flight_by_begin WHERE ${condition}
    ORDER BY ${NEWEST_FIRST} LIMIT ${MAX_NAMES})`;
  const whose = viewer === null ? ["TRUE"] : ["owner = @viewer OR pilot = @viewer", "visibility = 'public'"];
  return db.prepare<[object], FlightName>(whose.map(newest).join(" UNION ")).all({ viewer });
}

function fromRow(row: Row): FlightModel {
  return { ...row, region: JSON.parse(row.region) as Region, area: JSON.parse(row.area) as Area };
}

function listOfDevice(db: ReadableDb, window: string, asked: [string, number, number]): readonly FlightModel[] {
  return db
    .prepare<[string, number, number], Row>(
      `SELECT ${COLUMNS} FROM flight WHERE device = ? AND status IN ('current', 'planned') AND ${window}
       ORDER BY status, planned_start_ms DESC, created_ms DESC`,
    )
    .all(...asked)
    .map(fromRow);
}
