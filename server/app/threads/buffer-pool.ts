/** Enough for a few documents at once. */
const MAX_FREE_BUFFERS = 16;
const SIZE_STEP_BYTES = 64 * 1024;

/**
 * Memory that goes to another thread and comes back. New memory for every chunk, dropped by the other thread, would
 * cause frequent garbage collection there, which blocks its event loop.
 */
export function createBufferPool() {
  const freeBuffers: ArrayBuffer[] = [];
  return {
    /** A buffer of exactly that length; it may reuse memory and contain old bytes. */
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
