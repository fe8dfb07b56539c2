/** Adds to a map of sets without empty sets. Returns the set, which stays the same object while it has members. */
export function addToSet<K, T>(sets: Map<K, Set<T>>, key: K, member: T): ReadonlySet<T> {
  let known = sets.get(key);
  if (known === undefined) sets.set(key, (known = new Set()));
  return known.add(member);
}

export function removeFromSet<K, T>(sets: Map<K, Set<T>>, key: K, member: T): void {
  const known = sets.get(key);
  known?.delete(member);
  if (known?.size === 0) sets.delete(key);
}
