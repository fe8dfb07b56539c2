/**
 * The entries of before where they are as they were, and the list of before where all of them are: who draws them is not
 * told of a change that is none.
 */
export function stableList<T extends { readonly id: string }>(next: readonly T[], before: readonly T[]): readonly T[] {
  const known = new Map(before.map((one) => [one.id, one]));
  const kept = next.map((one) => {
    const former = known.get(one.id);
    return former !== undefined && JSON.stringify(former) === JSON.stringify(one) ? former : one;
  });
  return kept.length === before.length && kept.every((one, index) => one === before[index]) ? before : kept;
}
