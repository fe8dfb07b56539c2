/** So much is kept for later: a few documents at once. */
const MAX_FREE_BUFFERS = 16;
const SIZE_STEP_BYTES = 64 * 1024;

/**
 * Memory that goes to another thread and comes back. Memory that is made anew for every chunk and dropped by the other
 * thread makes V8 collect garbage there again and again, and that stops its event loop.
 */
export function createBufferPool() {
  const freeBuffers: ArrayBuffer[] = [];
  return {
    /** Room of exactly that length, perhaps in memory that was used before. */
    acquire(length: number): Uint8Array<ArrayBuffer> {
      const at = freeBuffers.findIndex(({ byteLength }) => byteLength >= length);
      const [memory] = at < 0 ? [] : freeBuffers.splice(at, 1);
      return new Uint8Array(
        memory ?? new ArrayBuffer(Math.ceil(length / SIZE_STEP_BYTES) * SIZE_STEP_BYTES),
        0,
        length,
      );
    },
    release(memory: ArrayBuffer): void {
      if (freeBuffers.length < MAX_FREE_BUFFERS) freeBuffers.push(memory);
    },
  };
}
