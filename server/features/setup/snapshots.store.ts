import type { SetupFamily, SetupSnapshot } from "../../contracts/setup.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

export type SnapshotModel = {
  readonly id: string;
  readonly serialNumber: string | null;
  readonly family: SetupFamily;
  readonly product: string | null;
  readonly firmware: string | null;
  readonly takenMs: number;
  readonly values: Readonly<Record<string, unknown>>;
};

type Row = Omit<SnapshotModel, "values"> & { readonly values: string };

const COLUMNS = `id, serial_number AS serialNumber, family, product, firmware, taken_ms AS takenMs, "values"`;
/** As many as a person may want to see; older ones are kept, and are found by the serial number. */
const MAX_LISTED = 1000;

export function insertSnapshot(db: WritableDb, snapshot: SnapshotModel): void {
  db.prepare(
    `INSERT INTO setup_snapshot (id, serial_number, family, product, firmware, taken_ms, "values")
     VALUES (@id, @serialNumber, @family, @product, @firmware, @takenMs, @values)`,
  ).run({ ...snapshot, values: JSON.stringify(snapshot.values) });
}

/** Newest first; those of all devices without a serial number. */
export function listSnapshots(db: ReadableDb, serialNumber: string | undefined): readonly SnapshotModel[] {
  return db
    .prepare<[string | null, string | null, number], Row>(
      `SELECT ${COLUMNS} FROM setup_snapshot WHERE ? IS NULL OR serial_number = ? ORDER BY taken_ms DESC, id DESC LIMIT ?`,
    )
    .all(serialNumber ?? null, serialNumber ?? null, MAX_LISTED)
    .map(fromRow);
}

/** The newest one of each device that has a serial number, newest first. */
export function listLastSnapshots(db: ReadableDb, serialNumber: string | undefined): readonly SnapshotModel[] {
  return db
    .prepare<[string | null, string | null, number], Row>(
      // SQLite takes the other columns from the row with the maximum.
      `SELECT ${COLUMNS}, max(taken_ms) FROM setup_snapshot
       WHERE serial_number IS NOT NULL AND (? IS NULL OR serial_number = ?)
       GROUP BY serial_number ORDER BY takenMs DESC LIMIT ?`,
    )
    .all(serialNumber ?? null, serialNumber ?? null, MAX_LISTED)
    .map(fromRow);
}

export function findSnapshot(db: ReadableDb, id: string): SnapshotModel | undefined {
  const row = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM setup_snapshot WHERE id = ?`).get(id);
  return row && fromRow(row);
}

export function toWireSnapshot({ serialNumber, takenMs, ...snapshot }: SnapshotModel): SetupSnapshot {
  return { ...snapshot, serial_number: serialNumber, taken_at: isoFromMs(takenMs), values: { ...snapshot.values } };
}

function fromRow(row: Row): SnapshotModel {
  return { ...row, values: JSON.parse(row.values) as SnapshotModel["values"] };
}
