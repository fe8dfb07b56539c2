import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { preparedOnce } from "../../storage/prepared-once.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../storage/sliced.ts";

/** A stored state of a device during a flight. */
export type StatusModel = {
  readonly flight: string;
  readonly timeMs: number;
  readonly receivedMs: number;
  readonly batteryV: number | null;
  readonly cellId: string | null;
  readonly rsrpDbm: number | null;
  readonly rsrqDb: number | null;
  readonly snrDb: number | null;
  readonly tac: string | null;
  readonly satellites: number | null;
  readonly isCharging: boolean | null;
  /** Flight mode, remaining charge and share of messages that arrived: only of an autopilot that is logged live. */
  readonly mode: string | null;
  readonly batteryPercent: number | null;
  readonly linkPercent: number | null;
};

/** The values that only an autopilot reports. */
export const NO_AUTOPILOT = { mode: null, batteryPercent: null, linkPercent: null } as const;

type Row = Omit<StatusModel, "isCharging"> & { readonly isCharging: number | null };

const COLUMNS = `flight, time_ms AS timeMs, received_ms AS receivedMs, battery_v AS batteryV, cell_id AS cellId,
  rsrp_dbm AS rsrpDbm, rsrq_db AS rsrqDb, snr_db AS snrDb, tac, satellites, is_charging AS isCharging, mode,
  battery_percent AS batteryPercent, link_percent AS linkPercent`;

/** Inserts states in one transaction; a state replaces a stored one with the same time. */
export function saveStates(db: WritableDb, states: readonly StatusModel[]): void {
  const save = db.prepare(
    `INSERT OR REPLACE INTO flight_status (flight, time_ms, received_ms, battery_v, cell_id, rsrp_dbm, rsrq_db, snr_db,
       tac, satellites, is_charging, mode, battery_percent, link_percent)
     VALUES (@flight, @timeMs, @receivedMs, @batteryV, @cellId, @rsrpDbm, @rsrqDb, @snrDb, @tac, @satellites,
       @isCharging, @mode, @batteryPercent, @linkPercent)`,
  );
  db.transaction(() => {
    for (const state of states) {
      save.run({ ...state, isCharging: state.isCharging === null ? null : Number(state.isCharging) });
    }
  }).immediate();
}

/** Times of the first and the last of some states, Unix milliseconds. */
type StateTimes = { readonly firstMs: number; readonly lastMs: number };

type StatusFilter = {
  readonly flight: string | null;
  readonly device: string;
  /** The account that reads: states of flights that it may not see are left out; `null` for all. */
  readonly viewer: string | null;
};

/** States after a time and until another, in order of time. */
export function listStatesBetween(
  db: ReadableDb,
  flight: string,
  window: { readonly afterMs: number; readonly untilMs: number; readonly limit: number },
): readonly StatusModel[] {
  return db
    .prepare<[object], Row>(
      `SELECT ${COLUMNS} FROM flight_status WHERE flight = @flight AND time_ms > @afterMs AND time_ms <= @untilMs
       ORDER BY time_ms LIMIT @limit`,
    )
    .all({ ...window, flight })
    .map(fromRow);
}

export function countStates(db: ReadableDb, flight: string, untilMs = Number.MAX_SAFE_INTEGER): number {
  return db
    .prepare<[string, number], number>("SELECT count(*) FROM flight_status WHERE flight = ? AND time_ms <= ?")
    .pluck()
    .get(flight, untilMs)!;
}

/** Times of the first and the last state of a flight, which is named by its id or by the suboperation of its telemetry. */
export function findStateTimes(
  db: ReadableDb,
  of: { readonly id: string } | { readonly suboperation: number },
): StateTimes | undefined {
  const states = "FROM flight_status WHERE flight_status.flight = flight.id";
  const [column, value] = "id" in of ? ["id", of.id] : ["suboperation", of.suboperation];
  const times = preparedOnce(
    db,
    `SELECT (SELECT min(time_ms) ${states}) AS firstMs, (SELECT max(time_ms) ${states}) AS lastMs
     FROM flight WHERE ${column} = ? AND EXISTS (SELECT 1 ${states})`,
  );
  return times.get(value) as StateTimes | undefined;
}

/** All states of a flight in time order, in slices; yields to the event loop between slices. */
export async function* streamStates(
  db: ReadableDb,
  flight: string,
  signal: AbortSignal,
): AsyncGenerator<readonly StatusModel[]> {
  const after = statesAfter(db);
  let lastMs = -Infinity;
  for (;;) {
    const rows = after.all(flight, lastMs, SLICE_ROWS);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(fromRow);
    lastMs = last.timeMs;
    await yieldToEventLoop(signal);
  }
}

type ToEntry<T> = (state: StatusModel) => T;

/** A page of the states of a flight in time order, read and made into entries in slices. */
export async function listStatesOfFlight<T>(
  db: ReadableDb,
  flight: string,
  { limit, offset, toEntry }: { readonly limit: number; readonly offset: number; readonly toEntry: ToEntry<T> },
  signal: AbortSignal,
): Promise<T[]> {
  const page: T[] = [];
  let toSkip = offset;
  for await (const states of streamStates(db, flight, signal)) {
    for (const state of states.slice(toSkip, toSkip + limit - page.length)) page.push(toEntry(state));
    toSkip = Math.max(0, toSkip - states.length);
    if (page.length >= limit) break;
  }
  return page;
}

type FlightStates = StateTimes & { readonly flight: string; readonly count: number };

/**
 * A page of the states of a device on its flights, by time and then by flight; read and made into entries in slices,
 * with the number of all states and their times.
 */
export async function listStatesOfDevice<T>(
  db: ReadableDb,
  filter: StatusFilter,
  { limit, offset, toEntry }: { readonly limit: number; readonly offset: number; readonly toEntry: ToEntry<T> },
  signal: AbortSignal,
): Promise<{ readonly entries: T[]; readonly total: number; readonly times: StateTimes | undefined }> {
  const flights = await listFlightStates(db, filter, signal);
  const entries: T[] = [];
  let at = 0;
  let inSlice = 0;
  for (const state of mergeStates(db, flights)) {
    if (entries.length >= limit) break;
    if (at++ >= offset) entries.push(toEntry(state));
    if (++inSlice < SLICE_ROWS) continue;
    inSlice = 0;
    await yieldToEventLoop(signal);
  }
  const firstMs = flights.reduce((least, one) => Math.min(least, one.firstMs), Infinity);
  const lastMs = flights.reduce((most, one) => Math.max(most, one.lastMs), -Infinity);
  const total = flights.reduce((sum, { count }) => sum + count, 0);
  return { entries, total, times: total === 0 ? undefined : { firstMs, lastMs } };
}

/** The flights of a device that have states, by the time of the first one. */
async function listFlightStates(
  db: ReadableDb,
  filter: StatusFilter,
  signal: AbortSignal,
): Promise<readonly FlightStates[]> {
  const ids = db
    .prepare<[object], string>(
      `SELECT id FROM flight WHERE device = @device AND (@flight IS NULL OR id = @flight)
         AND (@viewer IS NULL OR visibility = 'public' OR owner = @viewer OR pilot = @viewer)`,
    )
    .pluck()
    .all(filter);
  const states = db.prepare<[string], Omit<FlightStates, "flight">>(
    `SELECT count(*) AS count, min(time_ms) AS firstMs, max(time_ms) AS lastMs FROM flight_status WHERE flight = ?`,
  );
  const flights: FlightStates[] = [];
  let counted = 0;
  for (const flight of ids) {
    const found = states.get(flight)!;
    if (found.count > 0) flights.push({ ...found, flight });
    counted += 1 + found.count / SLICE_ROWS;
    if (counted < SLICE_ROWS) continue;
    counted = 0;
    await yieldToEventLoop(signal);
  }
  return flights.toSorted((a, b) => a.firstMs - b.firstMs);
}

/** Reads only flights that have begun by the time of the next state: those of one device hardly overlap. */
function* mergeStates(db: ReadableDb, flights: readonly FlightStates[]): Generator<StatusModel> {
  const after = statesAfter(db);
  const begun: { states: readonly Row[]; at: number }[] = [];
  let next = 0;
  for (;;) {
    let first = begun[0];
    for (const one of begun)
      if (first === undefined || isBefore(one.states[one.at]!, first.states[first.at]!)) first = one;
    const flight = flights[next];
    if (flight !== undefined && (first === undefined || flight.firstMs <= first.states[first.at]!.timeMs)) {
      next++;
      const states = after.all(flight.flight, -Infinity, SLICE_ROWS);
      // They may have been removed since.
      if (states.length > 0) begun.push({ states, at: 0 });
      continue;
    }
    if (first === undefined) return;
    const state = first.states[first.at++]!;
    if (first.at === first.states.length) {
      first.states = after.all(state.flight, state.timeMs, SLICE_ROWS);
      first.at = 0;
      if (first.states.length === 0) begun.splice(begun.indexOf(first), 1);
    }
    yield fromRow(state);
  }
}

function isBefore(a: Row, b: Row): boolean {
  return a.timeMs < b.timeMs || (a.timeMs === b.timeMs && a.flight < b.flight);
}

/** Creates a lookup for the state of a device at a time of a flight: the newest state until then. */
export function createStateFinder(db: ReadableDb, flight: string): (timeMs: number) => StatusModel | undefined {
  const newest = db.prepare<[string, number], Row>(
    `SELECT ${COLUMNS} FROM flight_status WHERE flight = ? AND time_ms <= ? ORDER BY time_ms DESC LIMIT 1`,
  );
  return (timeMs) => {
    const row = newest.get(flight, timeMs);
    return row && fromRow(row);
  };
}

function fromRow(row: Row): StatusModel {
  return { ...row, isCharging: row.isCharging === null ? null : row.isCharging === 1 };
}

function statesAfter(db: ReadableDb) {
  return db.prepare<[string, number, number], Row>(
    `SELECT ${COLUMNS} FROM flight_status WHERE flight = ? AND time_ms > ? ORDER BY time_ms LIMIT ?`,
  );
}
