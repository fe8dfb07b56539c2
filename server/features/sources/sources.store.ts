import { SourceSettings, type Source } from "../../contracts/sources.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { Credential } from "../../kernel/settings-credentials.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** A stored source: the fields that do not change while it runs, without its credential. */
export type StoredSource = Pick<Source, "id" | "name" | "sensor_id" | "enabled" | "with_station" | "settings">;

/** A stored source with its credential; `null` also where that was sealed with a key that is lost. */
export type SourceWithCredential = StoredSource & { readonly credential: Credential };

type Row = {
  readonly id: string;
  readonly name: string;
  readonly sensor_id: string;
  readonly enabled: number;
  readonly with_station: number;
  readonly settings: string;
};
type RowWithCredential = Row & { readonly credential: string | null };

const COLUMNS = "id, name, sensor_id, enabled, with_station, settings";
const COLUMNS_WITH_CREDENTIAL = `${COLUMNS}, credential`;

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

/** The sensor id of a source that reads the stream of a peer. */
export function findCloudSensorId(db: ReadableDb, peerId: string): string | undefined {
  return listStoredSources(db).find(({ settings }) => settings.kind === "cloud" && settings.peer_id === peerId)
    ?.sensor_id;
}

export type SourcesStore = ReturnType<typeof createSourcesStore>;

/** Stored sources with their credentials, which are sealed in the database. */
export function createSourcesStore(db: WritableDb, sealing: Sealing) {
  const fromRow = ({ credential, ...row }: RowWithCredential): SourceWithCredential => ({
    ...sourceFromRow(row),
    credential: credential === null ? null : (sealing.open(credential) ?? null),
  });
  const toRow = ({ credential, ...source }: SourceWithCredential): RowWithCredential => ({
    ...rowFromSource(source),
    credential: credential === null ? null : sealing.seal(credential),
  });

  return {
    /** All sources, oldest first. */
    list: (): readonly SourceWithCredential[] =>
      db
        .prepare<[], RowWithCredential>(`SELECT ${COLUMNS_WITH_CREDENTIAL} FROM source ORDER BY created_ms, id`)
        .all()
        .map(fromRow),
    find(id: string): SourceWithCredential | undefined {
      const row = db
        .prepare<[string], RowWithCredential>(`SELECT ${COLUMNS_WITH_CREDENTIAL} FROM source WHERE id = ?`)
        .get(id);
      return row === undefined ? undefined : fromRow(row);
    },
    /** `made`: when (Unix milliseconds) and by whom. */
    insert(source: SourceWithCredential, made: { readonly ms: number; readonly by: string | null }): void {
      db.prepare(
        `INSERT INTO source (${COLUMNS_WITH_CREDENTIAL}, created_ms, made_by)
         VALUES (@id, @name, @sensor_id, @enabled, @with_station, @settings, @credential, @createdMs, @madeBy)`,
      ).run({ ...toRow(source), createdMs: made.ms, madeBy: made.by });
    },
    update(source: SourceWithCredential): void {
      db.prepare(
        `UPDATE source SET name = @name, sensor_id = @sensor_id, enabled = @enabled, with_station = @with_station,
           settings = @settings, credential = @credential WHERE id = @id`,
      ).run(toRow(source));
    },
    /** An account that changes a source without a creator becomes its creator. */
    claim(id: string, creatorId: string): void {
      db.prepare("UPDATE source SET made_by = ? WHERE id = ? AND made_by IS NULL").run(creatorId, id);
    },
    remove: (id: string): void => void db.prepare("DELETE FROM source WHERE id = ?").run(id),
  };
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
