import type Database from "better-sqlite3";

/**
 * Synchronisation with peers. `sync_step` is the outbox: a set with one row per peer and entity, which triggers mark in
 * the transaction of the change itself, so that no change can be forgotten. Without peers a trigger writes nothing.
 * Telemetry is marked by the recorder, once per group of records, not by a trigger per record.
 */
export function syncSchema(db: Database.Database): void {
  db.exec(TABLES);
  for (const trigger of TRIGGERS) db.exec(triggerSql(trigger));
}

const TABLES = `
  CREATE TABLE sync_peer (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    auth_url TEXT,
    client_id TEXT,
    -- The link: an account here, and the account there that it was when the peer was first reached.
    local_user TEXT NOT NULL,
    remote_user TEXT,
    remote_email TEXT,
    state TEXT NOT NULL,
    is_auto INTEGER NOT NULL,
    is_paused INTEGER NOT NULL DEFAULT 0,
    scope TEXT NOT NULL,
    capabilities TEXT NOT NULL DEFAULT '{}',
    clock_offset_ms REAL,
    token_expires_ms INTEGER,
    budget_bytes INTEGER,
    sent_bytes INTEGER NOT NULL DEFAULT 0,
    received_bytes INTEGER NOT NULL DEFAULT 0,
    -- The calendar month (UTC, yyyy-mm) that month_bytes are of.
    month TEXT NOT NULL DEFAULT '',
    month_bytes INTEGER NOT NULL DEFAULT 0,
    -- Failed attempts to reach it in a row, and when it is tried again.
    attempt INTEGER NOT NULL DEFAULT 0,
    next_ms INTEGER,
    last_success_ms INTEGER,
    error_code TEXT,
    error_msg TEXT,
    error_ms INTEGER,
    created_ms INTEGER NOT NULL,
    UNIQUE (local_user, base_url)
  ) STRICT, WITHOUT ROWID;

  -- What is the same entity on both sides, with the last common copy as JSON.
  CREATE TABLE sync_ref (
    peer TEXT NOT NULL REFERENCES sync_peer (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    local_id TEXT NOT NULL,
    remote_id TEXT NOT NULL,
    base TEXT,
    -- Since when the peer no longer has it; the copy here stays.
    gone_ms INTEGER,
    PRIMARY KEY (peer, kind, local_id),
    UNIQUE (peer, kind, remote_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sync_step (
    id INTEGER PRIMARY KEY,
    peer TEXT NOT NULL REFERENCES sync_peer (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    local_id TEXT NOT NULL,
    step TEXT NOT NULL DEFAULT 'create',
    state TEXT NOT NULL DEFAULT 'waiting',
    -- Grows with every change of the entity: what was sent is only clean if it did not grow meanwhile.
    seq INTEGER NOT NULL DEFAULT 1,
    -- Since when it waits; NULL until somebody with a clock has looked.
    marked_ms INTEGER,
    attempt INTEGER NOT NULL DEFAULT 0,
    next_ms INTEGER,
    -- Of telemetry and states: the earliest time that was marked since the last request; everything until
    -- cursor_ms is there; nothing after high_ms was ever sent.
    from_ms INTEGER,
    cursor_ms INTEGER,
    high_ms INTEGER,
    -- The request that is under way, as JSON, written before it is sent.
    journal TEXT,
    code TEXT,
    detail TEXT,
    sent INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    UNIQUE (peer, kind, local_id)
  ) STRICT;
  CREATE INDEX sync_step_open ON sync_step (peer, state) WHERE state <> 'clean';

  CREATE TABLE sync_conflict (
    id INTEGER PRIMARY KEY,
    peer TEXT NOT NULL REFERENCES sync_peer (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    local_id TEXT NOT NULL,
    fields TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    decision TEXT,
    decided_ms INTEGER,
    decided_by TEXT,
    -- When the decision began to be sent: from then on it cannot be undone.
    sending_ms INTEGER,
    -- When the decision had reached both sides.
    applied_ms INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX sync_conflict_open ON sync_conflict (peer, kind, local_id) WHERE decision IS NULL;
`;

type Trigger = {
  readonly table: "aircraft" | "device" | "flight" | "flight_status" | "annotation";
  readonly kind: string;
  /** Columns whose change is sent; the others are the station's own. */
  readonly columns: string;
  readonly id: string;
  readonly owner: string;
  readonly fromMs: string;
};

const TRIGGERS: readonly Trigger[] = [
  {
    table: "aircraft",
    kind: "aircraft",
    columns: "name, model, weight_g, uas_class, endurance_min",
    id: "NEW.id",
    owner: "NEW.owner",
    fromMs: "NULL",
  },
  {
    table: "device",
    kind: "device",
    columns: "owner, name, default_aircraft, color_tag, callsign, groups, fw_bundle",
    id: "NEW.id",
    owner: "NEW.owner",
    fromMs: "NULL",
  },
  {
    table: "flight",
    kind: "flight",
    columns:
      "status, closing_flag, region, visibility, takeoff_latitude, takeoff_longitude, ceiling_m, max_height_m, lower_altitude_m, started_ms, finished_ms",
    id: "NEW.id",
    owner: "NEW.owner",
    fromMs: "NULL",
  },
  {
    table: "flight_status",
    kind: "states",
    columns: "battery_v, cell_id, rsrp_dbm, rsrq_db, snr_db, tac, satellites, is_charging",
    id: "NEW.flight",
    owner: "(SELECT owner FROM flight WHERE id = NEW.flight)",
    fromMs: "NEW.time_ms",
  },
  {
    // A note is named by its operation: each user has at most one there. Only those of flights have the same id at a peer.
    table: "annotation",
    kind: "annotation",
    columns: "note",
    id: "(SELECT uuid FROM operation WHERE id = NEW.operation)",
    owner:
      "(SELECT NEW.user FROM operation JOIN flight ON flight.id = operation.uuid WHERE operation.id = NEW.operation)",
    fromMs: "NULL",
  },
];

function triggerSql({ table, kind, columns, id, owner, fromMs }: Trigger): string {
  const body = `
    WHEN EXISTS (SELECT 1 FROM sync_peer)
    BEGIN
      INSERT INTO sync_step (peer, kind, local_id, from_ms)
        SELECT id, '${kind}', ${id}, ${fromMs} FROM sync_peer WHERE local_user = ${owner}
        ${ON_MARKED};
    END`;
  const changed = columns
    .split(", ")
    .map((column) => `OLD.${column} IS NOT NEW.${column}`)
    .join(" OR ");
  return `
    CREATE TRIGGER sync_${table}_inserted AFTER INSERT ON ${table} ${body};
    CREATE TRIGGER sync_${table}_updated AFTER UPDATE OF ${columns} ON ${table}
      ${body.replace("WHEN EXISTS", `WHEN (${changed}) AND EXISTS`)};`;
}

/** A discarded item stays discarded; one that is being sent goes on, and is found changed at its end. */
const ON_MARKED = `ON CONFLICT (peer, kind, local_id) DO UPDATE SET
          seq = seq + 1,
          marked_ms = CASE WHEN state = 'clean' THEN NULL ELSE marked_ms END,
          from_ms = min(coalesce(from_ms, excluded.from_ms), coalesce(excluded.from_ms, from_ms)),
          next_ms = CASE WHEN state = 'needs_person' THEN NULL ELSE next_ms END,
          state = CASE WHEN state IN ('clean', 'needs_person') THEN 'waiting' ELSE state END`;
