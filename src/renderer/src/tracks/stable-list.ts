/**
 * Replaces equal entries by the previous objects, and returns the previous list if all entries are equal: so watchers
 * are not triggered by a change that is none.
 */
export function stableList<T extends { readonly id: string }>(next: readonly T[], before: readonly T[]): readonly T[] {
  const known = new Map(before.map((one) => [one.id, one]));
  const kept = next.map((one) => {
    const former = known.get(one.id);
    return former !== undefined && JSON.stringify(former) === JSON.stringify(one) ? former : one;
  });
  return kept.length === before.length && kept.every((one, index) => one === before[index]) ? before : kept;
}
