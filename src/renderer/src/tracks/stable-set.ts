/** The set of before while it has the same members: who watches it is not told of a change that is none. */
export function stableSet<T>(next: ReadonlySet<T>, before: ReadonlySet<T> | undefined): ReadonlySet<T> {
  return before !== undefined && before.size === next.size && next.isSubsetOf(before) ? before : next;
}
