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

/** Of the first and the last of some states, Unix milliseconds. */
type StateTimes = { readonly firstMs: number; readonly lastMs: number };

type StatusFilter = {
  readonly flight: string | null;
  readonly device: string;
  /** The account that reads: states of flights that it may not see are left out; `null` for all. */
  readonly viewer: string | null;
};

export function listStates(
  db: ReadableDb,
  filter: StatusFilter,
  page: { readonly limit: number; readonly offset: number },
): { readonly states: readonly StatusModel[]; readonly total: number; readonly times: StateTimes | undefined } {
  const where = `WHERE (@flight IS NULL OR flight = @flight)
    AND flight IN (SELECT id FROM flight WHERE device = @device
      AND (@viewer IS NULL OR visibility = 'public' OR owner = @viewer OR pilot = @viewer))`;
  const { total, ...times } = db
    .prepare<[object], StateTimes & { readonly total: number }>(
      `SELECT count(*) AS total, min(time_ms) AS firstMs, max(time_ms) AS lastMs FROM flight_status ${where}`,
    )
    .get(filter)!;
  const rows = db
    .prepare<[object], Row>(
      `SELECT ${COLUMNS} FROM flight_status ${where} ORDER BY time_ms, flight LIMIT @limit OFFSET @offset`,
    )
    .all({ ...filter, ...page });
  return { states: rows.map(fromRow), total, times: total === 0 ? undefined : times };
}

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
  const after = db.prepare<[string, number, number], Row>(
    `SELECT ${COLUMNS} FROM flight_status WHERE flight = ? AND time_ms > ? ORDER BY time_ms LIMIT ?`,
  );
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
