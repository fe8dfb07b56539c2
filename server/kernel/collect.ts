/** All rows of some slices in one list; for results that are known to be small. */
export async function collect<T>(slices: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const slice of slices) all.push(...slice);
  return all;
}
