import { OutputFilter, OutputSettings } from "../../contracts/outputs.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { Credential } from "../../kernel/settings-credentials.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { outputCredentials, type PlainSettings } from "./output-credentials.rules.ts";

/** A stored output: the fields that do not change while it runs. */
export type StoredOutput = {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly ownerId: string;
  readonly plain: PlainSettings;
  /** `null` also where it was sealed with a key that is lost. */
  readonly credential: Credential;
  readonly filter: OutputFilter | null;
};

type Row = {
  readonly id: string;
  readonly name: string;
  readonly enabled: number;
  readonly owner: string;
  readonly settings: string;
  readonly credential: string | null;
  readonly filter: string | null;
};

const COLUMNS = "id, name, enabled, owner, settings, credential, filter";

export type OutputsStore = ReturnType<typeof createOutputsStore>;

export function createOutputsStore(reader: ReadableDb, writer: WritableDb, sealing: Sealing) {
  function fromRow(row: Row): StoredOutput {
    return {
      id: row.id,
      name: row.name,
      enabled: row.enabled === 1,
      ownerId: row.owner,
      // Parsed rather than cast, so that settings of an earlier version get the defaults of newer fields.
      plain: outputCredentials.separate(OutputSettings.parse(JSON.parse(row.settings))).plain,
      credential: row.credential === null ? null : (sealing.open(row.credential) ?? null),
      filter: row.filter === null ? null : OutputFilter.parse(JSON.parse(row.filter)),
    };
  }
  const toRow = ({ id, name, enabled, ownerId, plain, credential, filter }: StoredOutput): Row => ({
    id,
    name,
    enabled: enabled ? 1 : 0,
    owner: ownerId,
    settings: JSON.stringify(plain),
    credential: credential === null ? null : sealing.seal(credential),
    filter: filter === null ? null : JSON.stringify(filter),
  });

  return {
    /** All outputs, oldest first. */
    list: (): readonly StoredOutput[] =>
      reader.prepare<[], Row>(`SELECT ${COLUMNS} FROM output ORDER BY created_ms, id`).all().map(fromRow),
    find(id: string): StoredOutput | undefined {
      const row = reader.prepare<[string], Row>(`SELECT ${COLUMNS} FROM output WHERE id = ?`).get(id);
      return row === undefined ? undefined : fromRow(row);
    },
    /** `createdMs`: Unix milliseconds. */
    insert(output: StoredOutput, createdMs: number): void {
      writer
        .prepare(
          `INSERT INTO output (${COLUMNS}, created_ms)
           VALUES (@id, @name, @enabled, @owner, @settings, @credential, @filter, @createdMs)`,
        )
        .run({ ...toRow(output), createdMs });
    },
    update(output: StoredOutput): void {
      writer
        .prepare(
          `UPDATE output SET name = @name, enabled = @enabled, settings = @settings, credential = @credential,
           filter = @filter WHERE id = @id`,
        )
        .run(toRow(output));
    },
    remove: (id: string): void => void writer.prepare("DELETE FROM output WHERE id = ?").run(id),
  };
}
