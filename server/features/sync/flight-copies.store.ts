import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** A flight of a peer whose track is fetched on demand, or that belongs to another person. */
export type FlightCopyModel = {
  readonly peer: string;
  readonly flight: string;
  readonly isOthers: boolean;
  readonly pilotName: string | null;
  /** Since when a user waits for its track, Unix milliseconds. */
  readonly wantedMs: number | null;
  /** Points that were fetched so far. */
  readonly fetched: number;
  readonly detail: string | null;
};

type Row = Omit<FlightCopyModel, "isOthers"> & { readonly isOthers: number };

const SELECT = `SELECT peer, flight, is_others AS isOthers, pilot_name AS pilotName, wanted_ms AS wantedMs, fetched,
  detail FROM sync_flight_copy`;
const LIST_WANTED = `${SELECT} WHERE peer = ? AND wanted_ms IS NOT NULL`;

export function findFlightCopy(db: ReadableDb, peer: string, flight: string): FlightCopyModel | undefined {
  const row = db.prepare<[string, string], Row>(`${SELECT} WHERE peer = ? AND flight = ?`).get(peer, flight);
  return row && fromRow(row);
}

export function listWantedTracks(db: ReadableDb, peer: string): readonly FlightCopyModel[] {
  return db
    .prepare<[string], Row>(LIST_WANTED)
    .all(peer)
    .map(fromRow)
    .toSorted((one, other) => one.wantedMs! - other.wantedMs!);
}

/** The flights of others that were fetched from a peer. */
export function listOthersFlights(db: ReadableDb, peer: string): readonly FlightCopyModel[] {
  return db.prepare<[string], Row>(`${SELECT} WHERE peer = ? AND is_others = 1`).all(peer).map(fromRow);
}

/** Changes some fields of a copy, or creates it. */
export function saveFlightCopy(
  db: WritableDb,
  { peer, flight, ...change }: Pick<FlightCopyModel, "peer" | "flight"> & Partial<FlightCopyModel>,
): void {
  db.transaction(() => {
    const before = findFlightCopy(db, peer, flight) ?? NEW_COPY;
    const { isOthers, ...copy } = { ...before, ...change, peer, flight };
    db.prepare(
      `INSERT OR REPLACE INTO sync_flight_copy (peer, flight, is_others, pilot_name, wanted_ms, fetched, detail)
       VALUES (@peer, @flight, @isOthers, @pilotName, @wantedMs, @fetched, @detail)`,
    ).run({ ...copy, isOthers: Number(isOthers) });
  }).immediate();
}

const NEW_COPY = { isOthers: false, pilotName: null, wantedMs: null, fetched: 0, detail: null };

function fromRow(row: Row): FlightCopyModel {
  return { ...row, isOthers: row.isOthers === 1 };
}
