/** Items of which at most one waits for each key; the one that was put in last is taken first. */
export type NewestFirst<K, T> = {
  /** Puts in an item in place of an older one of the same key; gives how many items had to go for it. */
  readonly put: (key: K, item: T) => number;
  /** Puts back what was taken, behind all others, unless there is a newer one; gives how many items had to go. */
  readonly putBack: (key: K, item: T) => number;
  readonly take: () => { readonly key: K; readonly item: T } | undefined;
  readonly size: () => number;
};

type Place<K, T> = { readonly key: K; readonly item: T };

/** Every operation takes constant time on average. Beyond `max` items the oldest goes. */
export function createNewestFirst<K, T>(max: number): NewestFirst<K, T> {
  /** In the order in which they were put in. */
  const places = new Map<K, Place<K, T>>();
  /** The same with places that were replaced or removed since: they are skipped, and swept out in bulk. */
  let stack: Place<K, T>[] = [];

  function sweep(): void {
    if (stack.length > 2 * places.size + 64) stack = stack.filter((place) => places.get(place.key) === place);
  }

  function dropOldest(): number {
    if (places.size <= max) return 0;
    for (const key of places.keys()) {
      places.delete(key);
      break;
    }
    return 1;
  }

  return {
    put(key, item) {
      const place = { key, item };
      // Deleted first, so that the map stays in order.
      const replaced = places.delete(key) ? 1 : 0;
      places.set(key, place);
      stack.push(place);
      sweep();
      return replaced + dropOldest();
    },
    putBack(key, item) {
      if (places.has(key) || places.size >= max) return 1;
      const place = { key, item };
      places.set(key, place);
      stack.unshift(place);
      return 0;
    },
    take() {
      for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
        if (places.get(place.key) !== place) continue;
        places.delete(place.key);
        return place;
      }
      return undefined;
    },
    size: () => places.size,
  };
}
