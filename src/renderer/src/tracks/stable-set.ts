/** Returns the previous set if it has the same members, so that its watchers are not triggered. */
export function stableSet<T>(next: ReadonlySet<T>, before: ReadonlySet<T> | undefined): ReadonlySet<T> {
  return before !== undefined && before.size === next.size && next.isSubsetOf(before) ? before : next;
}
