/** A field of a partial change: what is not given stays; `null` takes away. */
export function given<T>(next: T | undefined, before: T): T {
  return next === undefined ? before : next;
}
