import { DEFAULT_SYNC_SCOPE, type SyncScope } from "../../contracts/sync.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { PeerCapabilities, PeerModel } from "./sync.model.ts";

type Row = Omit<PeerModel, "isAuto" | "isPaused" | "scope" | "capabilities" | "error"> & {
  readonly isAuto: number;
  readonly isPaused: number;
  readonly scope: string;
  readonly capabilities: string;
  readonly errorCode: string | null;
  readonly errorMsg: string | null;
  readonly errorMs: number | null;
};

const FIELDS: Readonly<Record<keyof Row, string>> = {
  id: "id",
  kind: "kind",
  name: "name",
  baseUrl: "base_url",
  authUrl: "auth_url",
  clientId: "client_id",
  localUser: "local_user",
  remoteUser: "remote_user",
  remoteEmail: "remote_email",
  state: "state",
  isAuto: "is_auto",
  isPaused: "is_paused",
  scope: "scope",
  capabilities: "capabilities",
  clockOffsetMs: "clock_offset_ms",
  tokenExpiresMs: "token_expires_ms",
  budgetBytes: "budget_bytes",
  sentBytes: "sent_bytes",
  receivedBytes: "received_bytes",
  month: "month",
  monthBytes: "month_bytes",
  attempt: "attempt",
  nextMs: "next_ms",
  lastSuccessMs: "last_success_ms",
  errorCode: "error_code",
  errorMsg: "error_msg",
  errorMs: "error_ms",
  createdMs: "created_ms",
  sightingsSeq: "sightings_seq",
  sightingsCursor: "sightings_cursor",
};

const SELECT = `SELECT ${Object.entries(FIELDS)
  .map(([field, column]) => `${column} AS ${field}`)
  .join(", ")} FROM sync_peer`;
const FIND = `${SELECT} WHERE id = ?`;
const SAVE = saveSql();

/** Peers of an account, or of all accounts for `null`, in the order in which they were added. */
export function listPeers(db: ReadableDb, localUser: string | null): readonly PeerModel[] {
  return db
    .prepare<[object], Row>(`${SELECT} WHERE @localUser IS NULL OR local_user = @localUser ORDER BY created_ms, id`)
    .all({ localUser })
    .map(fromRow);
}

/** Creates a count of the peers that cannot be reached, prepared once because every check of readiness uses it. */
export function createOfflinePeerCount(db: ReadableDb): () => number {
  const statement = db.prepare<[], number>("SELECT count(*) FROM sync_peer WHERE state = 'offline'").pluck();
  return () => statement.get() ?? 0;
}

export function findPeer(db: ReadableDb, id: string): PeerModel | undefined {
  const row = db.prepare<[string], Row>(FIND).get(id);
  return row && fromRow(row);
}

export function savePeer(db: WritableDb, peer: PeerModel): void {
  db.prepare(SAVE).run(toRow(peer));
}

/** Changes some fields of a peer; the others may have changed meanwhile. */
export function updatePeer(db: WritableDb, id: string, change: Partial<Omit<PeerModel, "id">>): void {
  db.transaction(() => {
    const peer = findPeer(db, id);
    if (peer !== undefined) savePeer(db, { ...peer, ...change });
  }).immediate();
}

/** Counts transferred bytes, in the calendar month `month` (UTC, `yyyy-mm`). */
export function addPeerBytes(
  db: WritableDb,
  id: string,
  bytes: { readonly sent: number; readonly received: number; readonly month: string },
): void {
  db.prepare(
    `UPDATE sync_peer SET sent_bytes = sent_bytes + @sent, received_bytes = received_bytes + @received,
       month_bytes = @sent + @received + CASE WHEN month = @month THEN month_bytes ELSE 0 END, month = @month
     WHERE id = @id`,
  ).run({ ...bytes, id });
}

export function removePeer(db: WritableDb, id: string): void {
  db.prepare("DELETE FROM sync_peer WHERE id = ?").run(id);
}

function saveSql(): string {
  const columns = Object.values(FIELDS);
  const values = Object.keys(FIELDS).map((field) => `@${field}`);
  const updates = columns.filter((column) => column !== "id").map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO sync_peer (${columns.join(", ")}) VALUES (${values.join(", ")})
    ON CONFLICT (id) DO UPDATE SET ${updates.join(", ")}`;
}

function toRow({ error, ...peer }: PeerModel): Row {
  return {
    ...peer,
    isAuto: Number(peer.isAuto),
    isPaused: Number(peer.isPaused),
    scope: JSON.stringify(peer.scope),
    capabilities: JSON.stringify(peer.capabilities),
    errorCode: error?.code ?? null,
    errorMsg: error?.msg ?? null,
    errorMs: error?.atMs ?? null,
  };
}

function fromRow({ errorCode, errorMsg, errorMs, ...row }: Row): PeerModel {
  return {
    ...row,
    isAuto: row.isAuto === 1,
    isPaused: row.isPaused === 1,
    // A scope stored by an older version lacks newer fields.
    scope: { ...DEFAULT_SYNC_SCOPE, ...(JSON.parse(row.scope) as SyncScope) },
    capabilities: JSON.parse(row.capabilities) as PeerCapabilities,
    error: errorCode === null ? null : { code: errorCode, msg: errorMsg ?? "", atMs: errorMs ?? 0 },
  };
}
