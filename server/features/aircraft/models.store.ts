import { v5 } from "uuid";
import type { AircraftModel, AircraftVendor, UasClass } from "../../contracts/aircraft.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { MODEL_SEED, FIXED_WING_SEED } from "./aircraft.seed.ts";

/** UUID namespace that gives known vendors and models the same ids on every station. */
const NAMESPACE = "5b0c7a1e-6f3d-4a52-9f57-0d3f8c1c2b7e";

export type Model = {
  readonly id: string;
  readonly name: string;
  readonly vendorName: string;
  readonly type: string;
  readonly weightG: number | null;
};

type ModelRow = Omit<AircraftModel, "full_name"> & { readonly vendor: string };
type VendorRow = { readonly id: string; readonly name: string };

const MODEL_COLUMNS = "id, vendor, name, type, weight_g AS weight, endurance_min AS endurance, uas_class";

/** Inserts the known vendors and models; existing rows are unchanged. */
export function seedModels(db: WritableDb): void {
  const insertVendorRow = db.prepare("INSERT OR IGNORE INTO aircraft_vendor (id, name) VALUES (?, ?)");
  const insertModelRow = db.prepare(
    `INSERT OR IGNORE INTO aircraft_model (id, vendor, name, type, weight_g, endurance_min, uas_class)
     VALUES (?, (SELECT id FROM aircraft_vendor WHERE name = ?), ?, ?, ?, ?, ?)`,
  );
  db.transaction(() => {
    for (const [vendor, models] of Object.entries(MODEL_SEED)) {
      insertVendorRow.run(v5(vendor, NAMESPACE), vendor);
      for (const [name, weightG, enduranceMin, uasClass] of models) {
        const fullName = `${vendor} ${name}`;
        const type = FIXED_WING_SEED[fullName] ?? "Helicopter (or Multirotor)";
        const word = `AircraftUASClass.${uasClass}` satisfies UasClass;
        insertModelRow.run(v5(fullName, NAMESPACE), vendor, name, type, weightG, enduranceMin, word);
      }
    }
  }).immediate();
}

export function listVendors(db: ReadableDb): readonly AircraftVendor[] {
  const vendors = db.prepare<[], VendorRow>("SELECT id, name FROM aircraft_vendor ORDER BY name").all();
  const models = db.prepare<[], ModelRow>(`SELECT ${MODEL_COLUMNS} FROM aircraft_model ORDER BY name`).all();
  const byVendor = Map.groupBy(models, ({ vendor }) => vendor);
  return vendors.map(({ id, name }) => ({
    id,
    name,
    models: (byVendor.get(id) ?? []).map((model) => toModel(model, name)),
  }));
}

export function findVendor(db: ReadableDb, id: string): VendorRow | undefined {
  return db.prepare<[string], VendorRow>("SELECT id, name FROM aircraft_vendor WHERE id = ?").get(id);
}

export function findModel(db: ReadableDb, id: string): Model | undefined {
  return db
    .prepare<[string], Model>(
      `SELECT model.id, model.name, vendor.name AS vendorName, model.type, model.weight_g AS weightG
       FROM aircraft_model AS model JOIN aircraft_vendor AS vendor ON vendor.id = model.vendor WHERE model.id = ?`,
    )
    .get(id);
}

/** False when a vendor with this name exists. */
export function insertVendor(db: WritableDb, { id, name }: VendorRow): boolean {
  return db.prepare("INSERT OR IGNORE INTO aircraft_vendor (id, name) VALUES (?, ?)").run(id, name).changes > 0;
}

/** False when the vendor already has a model with this name. */
export function insertModel(db: WritableDb, vendorId: string, model: Omit<AircraftModel, "full_name">): boolean {
  const inserted = db
    .prepare(
      `INSERT OR IGNORE INTO aircraft_model (id, vendor, name, type, weight_g, endurance_min, uas_class)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(model.id, vendorId, model.name, model.type, model.weight, model.endurance, model.uas_class);
  return inserted.changes > 0;
}

export function toModel(
  { vendor: _vendor, ...model }: Omit<ModelRow, "vendor"> & { readonly vendor?: string },
  vendorName: string,
): AircraftModel {
  return { ...model, full_name: `${vendorName} ${model.name}` };
}
