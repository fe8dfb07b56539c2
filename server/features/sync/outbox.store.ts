import type { SyncKind, SyncStepState } from "../../contracts/sync.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { OutboxItem } from "./sync.model.ts";
import { MAX_BACK_OFF_MS } from "./sync.rules.ts";

type Row = Omit<OutboxItem, "journal"> & { readonly journal: string | null };

/** States of items that are still to be sent, and need no person. */
const OPEN_STATES: readonly SyncStepState[] = ["waiting", "sending", "checking", "retry"];
/** The first condition has SQLite use the index that leaves out the clean items, which are nearly all. */
const IS_OPEN = `state <> 'clean' AND state IN (${OPEN_STATES.map((state) => `'${state}'`).join(", ")})`;

const SELECT = `SELECT id, peer, kind, local_id AS localId, step AS action, state, seq, marked_ms AS markedMs, attempt,
  next_ms AS nextMs, from_ms AS fromMs, cursor_ms AS cursorMs, high_ms AS highMs, journal, code, detail, sent, total
  FROM sync_step`;
const FIND = `${SELECT} WHERE id = ?`;
const FIND_OF = `${SELECT} WHERE peer = ? AND kind = ? AND local_id = ?`;
const LIST_DUE = `${SELECT} WHERE peer = @peer AND kind = @kind AND ${IS_OPEN}
  AND (next_ms IS NULL OR next_ms <= @nowMs OR next_ms > @nowMs + ${MAX_BACK_OFF_MS})`;

/** Items that wait until another item is done, or discarded. */
const IS_BEHIND = "(state = 'waiting' AND coalesce(code, '') GLOB 'waits_for_*')";

export type ItemFilter = {
  readonly state: SyncStepState | null;
  readonly kind: SyncKind | null;
  readonly limit: number;
  readonly offset: number;
  /** Leaves out tracks that are being fetched. */
  readonly isOutgoing?: boolean;
};

/** Items of a peer's outbox; without a state all except the clean ones. */
export function listItems(db: ReadableDb, peer: string, filter: ItemFilter): readonly OutboxItem[] {
  const { isOutgoing = false, ...values } = filter;
  const state = filter.state === null ? "state <> 'clean'" : "state = @state";
  const outgoing = isOutgoing ? "AND coalesce(journal ->> '$.isFetching', 0) = 0" : "";
  return db
    .prepare<[object], Row>(
      `${SELECT} WHERE peer = @peer AND ${state} AND (@kind IS NULL OR kind = @kind) ${outgoing}
       ORDER BY id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...values, peer })
    .map(fromRow);
}

export function findItem(db: ReadableDb, id: number): OutboxItem | undefined {
  const row = db.prepare<[number], Row>(FIND).get(id);
  return row && fromRow(row);
}

export function findItemOf(db: ReadableDb, peer: string, kind: SyncKind, localId: string): OutboxItem | undefined {
  const row = db.prepare<[string, string, string], Row>(FIND_OF).get(peer, kind, localId);
  return row && fromRow(row);
}

/** Whether an item is still to be exchanged. */
export function isOpen({ state }: Pick<OutboxItem, "state">): boolean {
  return OPEN_STATES.includes(state);
}

/**
 * Items that can be handled now: those that wait, those to be checked, and those whose retry is due; also items that
 * wait longer than any item does, because the clock was ahead.
 */
export function listDueItems(db: ReadableDb, peer: string, kind: SyncKind, nowMs: number): readonly OutboxItem[] {
  return (
    db
      .prepare<[object], Row>(LIST_DUE)
      .all({ peer, kind, nowMs })
      .map(fromRow)
      // Few rows, but read in every round: a sort in SQLite takes ten times as long as the rest.
      .toSorted((one, other) => one.id - other.id)
  );
}

/** The kinds of items to search: all, all except received telemetry, or only that. */
const DUE_KINDS = { all: "", but_sightings: "AND kind <> 'sightings'", sightings: "AND kind = 'sightings'" } as const;

/**
 * When the next item of a peer is due; `null` when none is. An item that waits for another one has no due time: it
 * continues in the pass that handles the other.
 */
export function nextDueMs(db: ReadableDb, peer: string, which: keyof typeof DUE_KINDS = "all"): number | null {
  return (
    db
      .prepare<[string], number | null>(
        `SELECT min(coalesce(next_ms, 0)) FROM sync_step
         WHERE peer = ? AND ${IS_OPEN} AND NOT ${IS_BEHIND} ${DUE_KINDS[which]}`,
      )
      .pluck()
      .get(peer) ?? null
  );
}

/** Makes items that wait for other items check them again: those of a peer, or of all for `null`. */
export function recheckItems(db: WritableDb, peer: string | null): void {
  db.prepare(
    `UPDATE sync_step SET next_ms = NULL, code = NULL, detail = NULL
     WHERE ${IS_BEHIND} AND (@peer IS NULL OR peer = @peer)`,
  ).run({ peer });
}

/** Makes items that are to be retried later due now. */
export function makeRetriesDue(db: WritableDb, peer: string): void {
  db.prepare(`UPDATE sync_step SET next_ms = NULL WHERE peer = ? AND ${IS_OPEN}`).run(peer);
}

export type OutboxCounts = {
  readonly waiting: number;
  readonly oldestMs: number | null;
  readonly needsPerson: number;
  readonly conflicts: number;
};

export function countItems(db: ReadableDb, peer: string): OutboxCounts {
  return db
    .prepare<[string], OutboxCounts>(
      `SELECT count(*) FILTER (WHERE ${IS_OPEN}) AS waiting,
         min(marked_ms) FILTER (WHERE ${IS_OPEN}) AS oldestMs,
         count(*) FILTER (WHERE state = 'needs_person') AS needsPerson,
         count(*) FILTER (WHERE state = 'conflict') AS conflicts
       FROM sync_step WHERE peer = ? AND state <> 'clean'`,
    )
    .get(peer)!;
}

/**
 * Sets the time of marks that were written without a clock, by triggers and by the recorder. Returns whether there were
 * any.
 */
export function timestampItems(db: WritableDb, nowMs: number): boolean {
  return db.prepare("UPDATE sync_step SET marked_ms = ? WHERE marked_ms IS NULL").run(nowMs).changes > 0;
}

/** Marks everything of an account that a peer may lack. */
export function markAllItems(db: WritableDb, peer: string, localUser: string): void {
  const mark = (kind: SyncKind, select: string) =>
    db
      .prepare(`INSERT OR IGNORE INTO sync_step (peer, kind, local_id) SELECT @peer, '${kind}', id FROM (${select})`)
      .run({ peer, localUser });
  mark("aircraft", "SELECT id FROM aircraft WHERE owner = @localUser AND removed_ms IS NULL ORDER BY created_ms, id");
  mark("device", "SELECT id FROM device WHERE owner = @localUser ORDER BY created_ms, id");
  mark("flight", "SELECT id FROM flight WHERE owner = @localUser ORDER BY coalesce(started_ms, planned_start_ms), id");
  mark(
    "track",
    `SELECT flight.id FROM flight JOIN suboperation ON suboperation.id = flight.suboperation
     WHERE flight.owner = @localUser AND suboperation.record_count > 0`,
  );
  mark(
    "annotation",
    `SELECT flight.id FROM annotation JOIN operation ON operation.id = annotation.operation
     JOIN flight ON flight.id = operation.uuid WHERE annotation.user = @localUser`,
  );
  mark(
    "states",
    "SELECT id FROM flight WHERE owner = @localUser AND EXISTS (SELECT 1 FROM flight_status WHERE flight = flight.id)",
  );
}

/** Marks the tracks of flights that gained points, from the earliest new time on. Called within the transaction. */
export function createTrackMarks(db: WritableDb): (suboperation: number, fromMs: number) => void {
  const mark = db.prepare(
    `INSERT INTO sync_step (peer, kind, local_id, from_ms)
     SELECT sync_peer.id, 'track', flight.id, @fromMs FROM flight JOIN sync_peer ON sync_peer.local_user = flight.owner
     WHERE flight.suboperation = @suboperation
     ON CONFLICT (peer, kind, local_id) DO UPDATE SET
       seq = seq + 1,
       marked_ms = CASE WHEN state = 'clean' THEN NULL ELSE marked_ms END,
       from_ms = min(coalesce(from_ms, excluded.from_ms), excluded.from_ms),
       next_ms = CASE WHEN state = 'needs_person' THEN NULL ELSE next_ms END,
       state = CASE WHEN state IN ('clean', 'needs_person') THEN 'waiting' ELSE state END`,
  );
  return (suboperation, fromMs) => void mark.run({ suboperation, fromMs });
}

/** Makes an item due again, because the peer's copy may have changed. */
export function markItem(db: WritableDb, peer: string, kind: SyncKind, localId: string): void {
  db.prepare(
    `INSERT INTO sync_step (peer, kind, local_id) VALUES (?, ?, ?)
     ON CONFLICT (peer, kind, local_id) DO UPDATE SET state = 'waiting', next_ms = NULL, marked_ms = NULL
       WHERE state = 'clean'`,
  ).run(peer, kind, localId);
}

/** After a stop during a request it is unknown whether the request arrived. */
export function recoverItems(db: WritableDb, peer: string): void {
  db.prepare("UPDATE sync_step SET state = 'checking', next_ms = NULL WHERE peer = ? AND state = 'sending'").run(peer);
}

type ItemChange = Partial<Omit<OutboxItem, "id">>;

/** Stores the progress of the exchange with an item. An item that a person has discarded meanwhile stays discarded. */
export function updateItem(db: WritableDb, id: number, change: ItemChange): void {
  writeItem(db, id, change, "CASE WHEN state = 'off' THEN 'off' ELSE @state END");
}

/** The same, also for an item that was discarded: it is wanted again. */
export function reopenItem(db: WritableDb, id: number, change: ItemChange): void {
  writeItem(db, id, change, "@state");
}

function writeItem(db: WritableDb, id: number, change: ItemChange, state: string): void {
  const fields = Object.keys(change) as (keyof typeof change)[];
  if (fields.length === 0) return;
  const assignments = fields
    .map((field) => `${COLUMNS[field]} = ${field === "state" ? state : `@${field}`}`)
    .join(", ");
  const values = "journal" in change ? { ...change, journal: stringOrNull(change.journal) } : change;
  db.prepare(`UPDATE sync_step SET ${assignments} WHERE id = @id`).run({ ...values, id });
}

/**
 * Ends an item: clean, unless its entity changed since it was read with this `seq`, or a person discarded it meanwhile.
 * From then on the peer has it, also where it came from there: the next change is an edit.
 */
export function finishItem(db: WritableDb, { id, seq }: Pick<OutboxItem, "id" | "seq">): void {
  db.prepare(
    `UPDATE sync_step SET state = CASE WHEN seq = @seq THEN 'clean' ELSE 'waiting' END,
       step = CASE WHEN step = 'create' THEN 'edit' ELSE step END, attempt = 0, next_ms = NULL,
       journal = NULL, code = NULL, detail = NULL WHERE id = @id AND state <> 'off'`,
  ).run({ id, seq });
}

const COLUMNS: Readonly<Record<keyof Omit<OutboxItem, "id">, string>> = {
  peer: "peer",
  kind: "kind",
  localId: "local_id",
  action: "step",
  state: "state",
  seq: "seq",
  markedMs: "marked_ms",
  attempt: "attempt",
  nextMs: "next_ms",
  fromMs: "from_ms",
  cursorMs: "cursor_ms",
  highMs: "high_ms",
  journal: "journal",
  code: "code",
  detail: "detail",
  sent: "sent",
  total: "total",
};

function stringOrNull(journal: OutboxItem["journal"] | undefined): string | null {
  return journal === null || journal === undefined ? null : JSON.stringify(journal);
}

function fromRow(row: Row): OutboxItem {
  return { ...row, journal: row.journal === null ? null : (JSON.parse(row.journal) as OutboxItem["journal"]) };
}
