import type { AIRCRAFT_ORDER, UasClass } from "../../contracts/aircraft.ts";
import type { Page } from "../../contracts/pages.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { orderBy } from "../../storage/order-by.ts";

/** A stored aircraft. */
export type AircraftRow = {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly model: string | null;
  readonly modelName: string | null;
  readonly weightG: number | null;
  readonly uasClass: UasClass;
  readonly enduranceMin: number;
  readonly createdMs: number;
};

type Field = (typeof AIRCRAFT_ORDER)[number];

const COLUMNS = `aircraft.id, aircraft.owner, aircraft.name, aircraft.model, model.name AS modelName,
  aircraft.weight_g AS weightG, aircraft.uas_class AS uasClass, aircraft.endurance_min AS enduranceMin,
  aircraft.created_ms AS createdMs`;
const FROM = "FROM aircraft LEFT JOIN aircraft_model AS model ON model.id = aircraft.model";

const ORDER: Readonly<Record<Field, string>> = {
  name: "aircraft.name COLLATE NOCASE",
  model: "model.name",
  weight: "aircraft.weight_g",
  uas_class: "aircraft.uas_class",
  endurance: "aircraft.endurance_min",
};

/** Aircraft of an owner, or of all owners for `null`, without deleted ones; by default in the order of creation. */
export function listAircraftPage(
  db: ReadableDb,
  owner: string | null,
  page: Page<Field>,
): { readonly rows: readonly AircraftRow[]; readonly total: number } {
  const where = "WHERE aircraft.removed_ms IS NULL AND (@owner IS NULL OR aircraft.owner = @owner)";
  const total = db.prepare<[object], number>(`SELECT count(*) FROM aircraft ${where}`).pluck().get({ owner })!;
  const order = orderBy(page.ordering, ORDER, "aircraft.created_ms, aircraft.id");
  const rows = db
    .prepare<[object], AircraftRow>(`SELECT ${COLUMNS} ${FROM} ${where} ${order} LIMIT @limit OFFSET @offset`)
    .all({ owner, limit: page.limit, offset: page.offset });
  return { rows, total };
}

/** All aircraft of an owner, or of all owners for `null`, in the order of creation. */
export function listOwned(db: ReadableDb, owner: string | null): readonly AircraftRow[] {
  return db
    .prepare<[object], AircraftRow>(
      `SELECT ${COLUMNS} ${FROM} WHERE (@owner IS NULL OR aircraft.owner = @owner) AND aircraft.removed_ms IS NULL
       ORDER BY aircraft.created_ms, aircraft.id`,
    )
    .all({ owner });
}

/** The name is looked up and not joined, which takes a tenth of the time for one row. */
const ONE = `SELECT ${COLUMNS.replace("model.name", "(SELECT name FROM aircraft_model WHERE id = aircraft.model)")} FROM aircraft`;

export function findAircraft(db: ReadableDb, id: string): AircraftRow | undefined {
  return db.prepare<[string], AircraftRow>(`${ONE} WHERE aircraft.id = ? AND aircraft.removed_ms IS NULL`).get(id);
}

/** An aircraft, also a deleted one: flights may refer to it. */
export function findAircraftOrDeleted(db: ReadableDb, id: string): AircraftRow | undefined {
  return db.prepare<[string], AircraftRow>(`${ONE} WHERE aircraft.id = ?`).get(id);
}

export function upsertAircraft(db: WritableDb, aircraft: Omit<AircraftRow, "modelName">): void {
  db.prepare(
    `INSERT INTO aircraft (id, owner, name, model, weight_g, uas_class, endurance_min, created_ms)
     VALUES (@id, @owner, @name, @model, @weightG, @uasClass, @enduranceMin, @createdMs)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, model = excluded.model, weight_g = excluded.weight_g,
       uas_class = excluded.uas_class, endurance_min = excluded.endurance_min`,
  ).run(aircraft);
}

export function removeAircraft(db: WritableDb, id: string, nowMs: number): void {
  db.prepare("UPDATE aircraft SET removed_ms = ? WHERE id = ?").run(nowMs, id);
}
