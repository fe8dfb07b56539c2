import { columnOf } from "../../server/storage/tracks/track-tables.ts";
import type { ForeignSightings, SightingsDeps } from "../../server/features/sightings/index.ts";
import { createOperationChanges } from "../../server/features/operations/query/operation.changes.store.ts";
import { OPERATOR_TABLE, type TrackTable, UA_TABLE } from "../../server/features/telemetry/telemetry.columns.ts";
import { createTrackHours } from "../../server/features/telemetry/telemetry.hours.ts";
import { createWholeTrackReader } from "../../server/features/telemetry/telemetry.whole-track.ts";
import type { Sighting } from "../../server/kernel/sighting.ts";
import type { WritableDb } from "../../server/storage/database.ts";

type Row = {
  readonly id: number;
  readonly origin: string | null;
  readonly sender: string | null;
  readonly lastMs: number;
};
type Head = Omit<ForeignSightings["head"], "origin" | "sender"> & {
  readonly origin: string | null;
  readonly sender: string | null;
};

/** What is stored in one transaction: less than the recorder takes, so that a station is killed in between. */
const SLICE = 10;

const SELECT = "SELECT id, origin, sender, last_ms AS lastMs FROM suboperation WHERE uuid = ?";
const NEXT_CHANGE = "(SELECT coalesce(max(change_seq), 0) + 1 FROM suboperation)";
const INSERT = `INSERT INTO suboperation (uuid, operation, sensor_id, technology, source_type, transmitter, origin, sender,
    created_ms, updated_ms, first_ms, last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers,
    descriptions, authentication, warnings, link_reason, link_confidence, change_seq)
  VALUES (@uuid, @operation, @sensorId, @technology, @sourceType, @transmitter, @origin, @sender,
    @timeMs, @timeMs, @timeMs, @timeMs, 0, 0, 0, 0, 0, '[]', '[]', '[]', '[]', 'first_seen', 1, ${NEXT_CHANGE})`;
const UPDATE = `UPDATE suboperation SET identifiers = @identifiers, operator_id = @operatorId, change_seq = ${NEXT_CHANGE},
    first_ms = min(first_ms, @firstMs), last_ms = max(last_ms, @lastMs),
    record_count = (SELECT count(*) FROM ua_track WHERE suboperation = @id),
    operator_count = (SELECT count(*) FROM operator_track WHERE suboperation = @id) WHERE id = @id`;

/**
 * Received telemetry in the real tables, without the pipeline and the fusion: what synchronisation sees of it is the
 * same, and thousands of runs fit into a minute.
 */
export type TableSightings = Pick<SightingsDeps, "committed" | "find" | "record" | "changes" | "tracks"> & {
  /** Stores what a receiver of the station itself received. */
  readonly receive: (head: Omit<Head, "origin" | "sender">, sightings: readonly Sighting[]) => void;
};

export function createTableSightings(db: WritableDb): TableSightings {
  const hours = createTrackHours(db);
  const tracks = createWholeTrackReader(db);
  const rowOf = (uuid: string) => db.prepare<[string], Row>(SELECT).get(uuid);

  function store(head: Head, slice: readonly Sighting[]): void {
    const id = rowOf(head.uuid)?.id ?? (slice[0] === undefined ? undefined : insert(db, head, slice[0].observedAtMs));
    if (id === undefined) return;
    let added = 0;
    for (const { ua, operator } of slice) {
      if (ua !== null) added += insertPoint(db, UA_TABLE, id, ua);
      if (operator !== null) added += insertPoint(db, OPERATOR_TABLE, id, operator);
    }
    const { identifiers, operatorId } = head.declared;
    const declared = { identifiers: JSON.stringify(identifiers), operatorId };
    const known = db.prepare<[number], string>("SELECT identifiers FROM suboperation WHERE id = ?").pluck().get(id);
    if (added === 0 && known === declared.identifiers) return;
    const times = slice.map(({ observedAtMs }) => observedAtMs);
    const [firstMs, lastMs] = [Math.min(...times, 8e15), Math.max(...times, 0)];
    db.prepare(UPDATE).run({ ...declared, id, firstMs, lastMs });
  }

  return {
    committed: async () => {},
    find(uuid) {
      const row = rowOf(uuid);
      if (row === undefined) return { kind: "unknown" };
      return row.origin === null ? { kind: "own" } : { ...row, kind: "received", number: row.id };
    },
    async record({ head, sightings }) {
      for (let from = 0; from === 0 || from < sightings.length; from += SLICE) {
        db.transaction(() => store(head, sightings.slice(from, from + SLICE))).immediate();
      }
      return rowOf(head.uuid)?.id;
    },
    changes: createOperationChanges(db),
    tracks: {
      listHours: hours.list,
      countUntil: hours.countUntil,
      readUa: tracks.read,
      readOperator: tracks.readOperator,
    },
    receive(head, sightings) {
      db.transaction(() => store({ ...head, origin: null, sender: null }, sightings)).immediate();
    },
  };
}

function insert(db: WritableDb, head: Head, timeMs: number): number {
  const { declared: _, operationUuid, ...columns } = head;
  const taken = db.prepare<[string], number>("SELECT id FROM operation WHERE uuid = ?").pluck().get(operationUuid);
  const operation =
    taken ??
    db
      .prepare("INSERT INTO operation (uuid, created_ms, updated_ms, first_ms, last_ms) VALUES (?, ?, ?, ?, ?)")
      .run(operationUuid, timeMs, timeMs, timeMs, timeMs).lastInsertRowid;
  return Number(db.prepare(INSERT).run({ ...columns, operation, timeMs }).lastInsertRowid);
}

/** A record that is there stays as it is. */
function insertPoint(db: WritableDb, { name, fields }: TrackTable, suboperation: number, point: object): number {
  const columns = ["suboperation", ...fields.map(columnOf)];
  const sql = `INSERT OR IGNORE INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  const values = fields.map((field) => (point as Readonly<Record<string, number | string | null>>)[field]);
  return db.prepare(sql).run(suboperation, ...values).changes;
}
