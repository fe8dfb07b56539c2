import { SourceSettings, type Source } from "../../contracts/sources.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** A stored source: the fields that do not change while it runs. */
export type StoredSource = Pick<Source, "id" | "name" | "sensor_id" | "enabled" | "with_station" | "settings">;

type Row = {
  readonly id: string;
  readonly name: string;
  readonly sensor_id: string;
  readonly enabled: number;
  readonly with_station: number;
  readonly settings: string;
};

const COLUMNS = "id, name, sensor_id, enabled, with_station, settings";

/** All sources, oldest first. */
export function listStoredSources(db: ReadableDb): readonly StoredSource[] {
  return db.prepare<[], Row>(`SELECT ${COLUMNS} FROM source ORDER BY created_ms, id`).all().map(sourceFromRow);
}

export function findStoredSource(db: ReadableDb, id: string): StoredSource | undefined {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM source WHERE id = ?`).get(id);
  return row === undefined ? undefined : sourceFromRow(row);
}

/** The creator of a source: id of an account, or of the local operator; `undefined` for sources of earlier versions. */
export function findSourceCreator(db: ReadableDb, id: string): string | undefined {
  return db.prepare<[string], string | null>("SELECT made_by FROM source WHERE id = ?").pluck().get(id) ?? undefined;
}

/** An account that changes a source without a creator becomes its creator. */
export function claimSource(db: WritableDb, id: string, creatorId: string): void {
  db.prepare("UPDATE source SET made_by = ? WHERE id = ? AND made_by IS NULL").run(creatorId, id);
}

/** The sensor id of a source that reads the stream of a peer. */
export function findCloudSensorId(db: ReadableDb, peerId: string): string | undefined {
  return listStoredSources(db).find(({ settings }) => settings.kind === "cloud" && settings.peer_id === peerId)
    ?.sensor_id;
}

/** `made`: when (Unix milliseconds) and by whom. */
export function insertStoredSource(
  db: WritableDb,
  source: StoredSource,
  made: { readonly ms: number; readonly by: string | null },
): void {
  db.prepare(
    `INSERT INTO source (id, name, sensor_id, enabled, with_station, settings, created_ms, made_by)
     VALUES (@id, @name, @sensor_id, @enabled, @with_station, @settings, @createdMs, @madeBy)`,
  ).run({ ...rowFromSource(source), createdMs: made.ms, madeBy: made.by });
}

export function updateStoredSource(db: WritableDb, source: StoredSource): void {
  db.prepare(
    `UPDATE source SET name = @name, sensor_id = @sensor_id, enabled = @enabled, with_station = @with_station,
       settings = @settings WHERE id = @id`,
  ).run(rowFromSource(source));
}

export function removeStoredSource(db: WritableDb, id: string): void {
  db.prepare("DELETE FROM source WHERE id = ?").run(id);
}

function sourceFromRow(row: Row): StoredSource {
  // Parsed rather than cast, so that settings of an earlier version get the defaults of newer fields.
  const settings = SourceSettings.parse(JSON.parse(row.settings));
  return { ...row, enabled: row.enabled === 1, with_station: row.with_station === 1, settings };
}

function rowFromSource(source: StoredSource): Row {
  const { enabled, with_station: isWithStation, settings } = source;
  return {
    ...source,
    enabled: enabled ? 1 : 0,
    with_station: isWithStation ? 1 : 0,
    settings: JSON.stringify(settings),
  };
}
