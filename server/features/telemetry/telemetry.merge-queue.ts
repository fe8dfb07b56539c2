/** A track in a merge: where its next row belongs, and what decides between two rows of the same time. */
export type Keyed = { readonly track: number; readonly key: number };

/** Negative where `a` comes first. */
export function inOrder(a: Keyed, b: Keyed): number {
  return a.key - b.key || a.track - b.track;
}

/**
 * The tracks of a merge, in the order of their next rows. Nearly every row moves only the first one further back: that is
 * one way down the heap, where taking it out and putting it in again is two and a way up.
 */
export function createMergeQueue<T extends Keyed>() {
  const heap: T[] = [];

  function settleFirst(): void {
    const moved = heap[0]!;
    const size = heap.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && isBefore(heap[child + 1]!, heap[child]!)) child++;
      const smaller = heap[child]!;
      if (!isBefore(smaller, moved)) break;
      heap[at] = smaller;
      at = child;
    }
    heap[at] = moved;
  }

  return {
    size: () => heap.length,
    first: (): T | undefined => heap[0],
    /** A track that comes before all others. */
    add(track: T): void {
      heap.push(track);
      for (let at = heap.length - 1; at > 0; at = (at - 1) >> 1) heap[at] = heap[(at - 1) >> 1]!;
      heap[0] = track;
    },
    /** After the key of the first one has grown. */
    settleFirst,
    removeFirst(): void {
      const last = heap.pop()!;
      if (heap.length === 0) return;
      heap[0] = last;
      settleFirst();
    },
  };
}

function isBefore(a: Keyed, b: Keyed): boolean {
  return a.key < b.key || (a.key === b.key && a.track < b.track);
}
