import type { Flavor, KnownProduct } from "../../contracts/device-setup.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import { assignConfigurationSet } from "./configuration-sets.store.ts";
import type { DeviceModel, ProductModel } from "./devices.model.ts";
import { flavorOf } from "./devices.rules.ts";
import { PRODUCT_SEED } from "./devices.seed.ts";

const FLAGS = ["has_network_features", "deprecated", "has_trial", "has_softsim", "can_be_provisioned"] as const;
type ProductRow = Omit<ProductModel, (typeof FLAGS)[number]> & Readonly<Record<(typeof FLAGS)[number], number>>;
type FlavorRow = Omit<Flavor, "is_default"> & { readonly product: string; readonly is_default: number };

/**
 * Inserts the known products, each with its variant and configuration set. Existing rows are unchanged, and a
 * configuration set is only inserted with a new variant, because an administrator may have removed it.
 */
export function seedProducts(db: WritableDb, nowMs: number): void {
  db.transaction(() => {
    for (const { flavor, ...product } of PRODUCT_SEED) {
      insertProduct(db, product);
      const isNew = insertFlavor(db, product.code, { code: flavor.code, name: flavor.name, is_default: false });
      if (isNew) assignConfigurationSet(db, { flavor: flavor.code }, flavor.set, nowMs);
    }
  }).immediate();
}

export function listProducts(db: ReadableDb): KnownProduct[] {
  const products = db.prepare<[], ProductRow>("SELECT * FROM product ORDER BY type_id, code").all();
  const flavors = db.prepare<[], FlavorRow>("SELECT * FROM flavor ORDER BY is_default DESC, code").all();
  const byProduct = Map.groupBy(flavors, ({ product }) => product);
  return products.map((row) => ({
    ...fromProductRow(row),
    flavors: (byProduct.get(row.code) ?? []).map(fromFlavorRow),
  }));
}

/** The product of a device; an unknown one has no capabilities. */
export function productOf(db: ReadableDb, type: string): ProductModel {
  return (
    findProduct(db, type) ?? {
      code: type,
      name: type,
      product_type: "rid_transmitter",
      type_id: -1,
      has_network_features: false,
      deprecated: false,
      has_trial: false,
      has_softsim: false,
      can_be_provisioned: false,
    }
  );
}

export function findProduct(db: ReadableDb, code: string): ProductModel | undefined {
  const row = db.prepare<[string], ProductRow>("SELECT * FROM product WHERE code = ?").get(code);
  return row && fromProductRow(row);
}

/** The product with that device type in its firmware; one that is still made where there are several. */
export function findProductByTypeId(db: ReadableDb, typeId: number): ProductModel | undefined {
  if (typeId < 0) return undefined;
  const row = db
    .prepare<[number], ProductRow>("SELECT * FROM product WHERE type_id = ? ORDER BY deprecated, code LIMIT 1")
    .get(typeId);
  return row && fromProductRow(row);
}

/** False when a product with this code exists. */
export function insertProduct(db: WritableDb, product: ProductModel): boolean {
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, Number(product[flag])]));
  const { changes } = db
    .prepare(
      `INSERT OR IGNORE INTO product VALUES (@code, @name, @product_type, @type_id, @has_network_features, @deprecated,
         @has_trial, @has_softsim, @can_be_provisioned)`,
    )
    .run({ ...product, ...flags });
  return changes > 0;
}

/** The variants of a product, default first. */
export function listFlavors(db: ReadableDb, product: string): readonly Flavor[] {
  return db
    .prepare<[string], FlavorRow>("SELECT * FROM flavor WHERE product = ? ORDER BY is_default DESC, code")
    .all(product)
    .map(fromFlavorRow);
}

export function findFlavor(db: ReadableDb, code: string): Flavor | undefined {
  const row = db.prepare<[string], FlavorRow>("SELECT * FROM flavor WHERE code = ?").get(code);
  return row && fromFlavorRow(row);
}

/**
 * False when a variant with this code exists. The first variant of a product always becomes its default; a later
 * default replaces the previous one. Devices of the product without a variant have the default one.
 */
export function insertFlavor(db: WritableDb, product: string, flavor: Flavor): boolean {
  if (findFlavor(db, flavor.code) !== undefined) return false;
  const isDefault = flavor.is_default || listFlavors(db, product).length === 0;
  db.transaction(() => {
    if (isDefault) db.prepare("UPDATE flavor SET is_default = 0 WHERE product = ?").run(product);
    db.prepare("INSERT INTO flavor (code, product, name, is_default) VALUES (?, ?, ?, ?)").run(
      flavor.code,
      product,
      flavor.name,
      Number(isDefault),
    );
    if (isDefault)
      db.prepare("UPDATE device SET flavor = ? WHERE type = ? AND flavor IS NULL").run(flavor.code, product);
  }).immediate();
  return true;
}

/** The device with its effective variant: see `flavorOf`. */
export function withFlavor(db: ReadableDb, device: DeviceModel): DeviceModel {
  return { ...device, flavor: flavorOf(device.flavor, listFlavors(db, device.type)) };
}

function fromFlavorRow({ code, name, is_default }: FlavorRow): Flavor {
  return { code, name, is_default: is_default === 1 };
}

function fromProductRow(row: ProductRow): ProductModel {
  return {
    ...row,
    ...(Object.fromEntries(FLAGS.map((flag) => [flag, row[flag] === 1])) as Record<(typeof FLAGS)[number], boolean>),
  };
}
