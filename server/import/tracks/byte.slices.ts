import { setImmediate } from "node:timers/promises";

/** The parameters of reading a file: the signal that stops it, and the callback for its progress. */
export type Reading = {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes read so far. */
  readonly onProgress?: ((bytesRead: number) => void) | undefined;
};

/** This many bytes of any format are decoded within a few milliseconds. */
const SLICE_BYTES = 64 * 1024;

/** Chunks of any size as slices of a bounded size, with a yield to the event loop between slices. */
export async function* slicesOf(
  chunks: AsyncIterable<Uint8Array>,
  { signal, onProgress }: Reading,
): AsyncGenerator<Uint8Array> {
  let bytesRead = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      signal?.throwIfAborted();
      const slice = chunk.subarray(from, from + SLICE_BYTES);
      yield slice;
      bytesRead += slice.length;
      onProgress?.(bytesRead);
      await setImmediate();
    }
  }
  signal?.throwIfAborted();
}

/** The same as text: UTF-8, or UTF-16 by its byte order mark. The mark itself is left out. */
export async function* textSlicesOf(chunks: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const slice of slicesOf(chunks, reading)) {
    decoder ??= new TextDecoder(slice[0] === 0xff && slice[1] === 0xfe ? "utf-16le" : "utf-8");
    yield decoder.decode(slice, { stream: true });
  }
  const rest = decoder?.decode() ?? "";
  if (rest !== "") yield rest;
}
