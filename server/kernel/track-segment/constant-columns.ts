type Value = number | string | null;

/** Constant columns that are kept for reuse; only a few values occur in a single segment and never again. */
const MAX_KEPT = 1024;
const SEGMENT_POINTS = 256;

const kept = new Map<Value, readonly Value[]>();
const constant = new WeakSet<object>();

/**
 * A column of at least `count` records with the same value. Most columns of a segment are constant, and those with the
 * same value share one array, which must not be changed.
 */
export function constantColumn<V extends Value>(value: V, count: number): readonly V[] {
  const found = kept.get(value) as readonly V[] | undefined;
  if (found !== undefined && found.length >= count) return found;
  const column: (V | null)[] = nullsOf(Math.max(count, SEGMENT_POINTS));
  column.fill(value);
  constant.add(column);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(value, column);
  return column as V[];
}

/** Whether all records of a column are known to have the same value. */
export function isConstantColumn(column: ArrayLike<Value>): boolean {
  return constant.has(column);
}

/** An array that begins with nulls has one element kind for the compiler, which makes reading it faster. */
export function nullsOf(count: number): null[] {
  // oxlint-disable-next-line unicorn/no-new-array -- its length; Array.from takes twenty times as long
  return new Array<null>(count).fill(null);
}
