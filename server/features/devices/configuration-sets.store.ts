import type { ConfigurationSet } from "../../contracts/devices.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

type Row = { readonly name: string; readonly data: string; readonly createdMs: number; readonly isDefault: number };

/** A configuration set belongs to one device or to a variant. */
export type SetTarget = { readonly device: string } | { readonly flavor: string };

/** The set of the device itself, otherwise the set of its variant. */
export function findConfigurationSet(
  db: ReadableDb,
  device: { readonly id: string | null; readonly flavor: string | null },
): ConfigurationSet | undefined {
  const row = db
    .prepare<[string | null, string | null], Row>(
      `SELECT name, data, created_ms AS createdMs, device IS NULL AS isDefault FROM configuration_set
       WHERE device = ? OR flavor = ? ORDER BY device IS NULL LIMIT 1`,
    )
    .get(device.id, device.flavor);
  return row && { ...toWire(row) };
}

/** Assigns a set to a device or variant, replacing the previous one. */
export function assignConfigurationSet(
  db: WritableDb,
  to: SetTarget,
  set: { readonly name: string; readonly data: Readonly<Record<string, unknown>> },
  nowMs: number,
): ConfigurationSet {
  const target = { device: null, flavor: null, ...to };
  const data = JSON.stringify(set.data);
  db.prepare(
    "INSERT OR REPLACE INTO configuration_set (name, data, created_ms, device, flavor) VALUES (?, ?, ?, ?, ?)",
  ).run(set.name, data, nowMs, target.device, target.flavor);
  return toWire({ name: set.name, data, createdMs: nowMs, isDefault: Number(target.device === null) });
}

export function unassignConfigurationSet(db: WritableDb, from: SetTarget): void {
  const target = { device: null, flavor: null, ...from };
  db.prepare("DELETE FROM configuration_set WHERE device = @device OR flavor = @flavor").run(target);
}

function toWire({ name, data, createdMs, isDefault }: Row): ConfigurationSet {
  return {
    date_created: isoFromMs(createdMs),
    name,
    data: JSON.parse(data) as ConfigurationSet["data"],
    is_default: isDefault === 1,
    is_merged: false,
  };
}
