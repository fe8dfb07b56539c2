/** So much is kept for later: a few documents at once. */
const KEPT = 16;
const STEP_BYTES = 64 * 1024;

/**
 * Memory that goes to another thread and comes back. Memory that is made anew for every chunk and dropped by the other
 * thread makes V8 collect garbage there again and again, and that stops its event loop.
 */
export function createSpareMemory() {
  const kept: ArrayBuffer[] = [];
  return {
    /** Room of exactly that length, perhaps in memory that was used before. */
    take(length: number): Uint8Array<ArrayBuffer> {
      const at = kept.findIndex(({ byteLength }) => byteLength >= length);
      const [memory] = at < 0 ? [] : kept.splice(at, 1);
      return new Uint8Array(memory ?? new ArrayBuffer(Math.ceil(length / STEP_BYTES) * STEP_BYTES), 0, length);
    },
    keep(memory: ArrayBuffer): void {
      if (kept.length < KEPT) kept.push(memory);
    },
  };
}
