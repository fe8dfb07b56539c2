import { isDeepStrictEqual } from "node:util";
import type { ConflictFields } from "../features/sync/index.ts";
import { isRecord } from "../kernel/is-record.ts";

/** Comparable fields of an entity, normalised so that the same value is always written the same way. */
export type Fields = Readonly<Record<string, unknown>>;

export type Merge = {
  /** The changes of this station's copy, and of the peer's. */
  readonly toHere: Fields;
  readonly toThere: Fields;
  /** The common copy once both sides have changed; without the fields in conflict it keeps their base. */
  readonly merged: Fields;
  readonly conflicts: ConflictFields;
};

/** A decision per field: `here`, `there`, or another value. */
export type Decision = Readonly<Record<string, unknown>>;

/**
 * Three-way merge per field: a change on one side is applied to the other, equal changes are kept, and different
 * changes are a conflict unless it was decided. Without a base, a side without a value takes the other's.
 */
export function mergeFields(
  base: Fields | null,
  sides: { readonly here: Fields; readonly there: Fields },
  decision: Decision | null,
): Merge {
  const toHere: Record<string, unknown> = {};
  const toThere: Record<string, unknown> = {};
  const merged: Record<string, unknown> = {};
  const conflicts: Record<string, ConflictFields[string]> = {};
  for (const field of Object.keys(sides.here)) {
    const here = sides.here[field] ?? null;
    const there = sides.there[field] ?? null;
    const before = base?.[field] ?? null;
    const chosen = choose(field, { before, here, there }, base !== null, decision);
    if (chosen === undefined) {
      conflicts[field] = { base: before, here, there };
      merged[field] = before;
      continue;
    }
    merged[field] = chosen.value;
    if (!isSame(chosen.value, here)) toHere[field] = chosen.value;
    if (!isSame(chosen.value, there)) toThere[field] = chosen.value;
  }
  return { toHere, toThere, merged, conflicts };
}

function choose(
  field: string,
  { before, here, there }: { readonly before: unknown; readonly here: unknown; readonly there: unknown },
  hasBase: boolean,
  decision: Decision | null,
): { readonly value: unknown } | undefined {
  if (isSame(here, there)) return { value: here };
  const decided = decision?.[field];
  if (decided === "here") return { value: here };
  if (decided === "there") return { value: there };
  if (typeof decided === "object" && decided !== null && "value" in decided) return { value: decided.value };
  // An entity that is private on one side is not shown to others while the conflict is open.
  if (field === "visibility" && !hasBase) return { value: "private" };
  if (hasBase && isSame(here, before)) return { value: there };
  if (hasBase && isSame(there, before)) return { value: here };
  if (!hasBase && isEmpty(here)) return { value: there };
  if (!hasBase && isEmpty(there)) return { value: here };
  return undefined;
}

/** A list without entries is no value either: a device that was just received has no groups yet. */
function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Degrees and metres that differ by less are the same value, written by another program. */
const TOLERANCE = 1e-7;

/** Whether two values are the same; numbers may differ by rounding. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === "number" && typeof other === "number") {
    return Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one));
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  }
  if (isRecord(one) && isRecord(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => isSame(one[key] ?? null, other[key] ?? null));
  }
  return isDeepStrictEqual(one, other);
}
