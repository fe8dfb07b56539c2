/** Value of a field after a partial update: unchanged when `next` is undefined; `null` clears it. */
export function patchValue<T>(next: T | undefined, before: T): T {
  return next === undefined ? before : next;
}
