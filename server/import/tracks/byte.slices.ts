import { setImmediate } from "node:timers/promises";
import { ENCODING_HEAD_BYTES, encodingOfHead } from "./text.encoding.ts";

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

/** The same as text, in the encoding that its first bytes tell. A byte order mark is left out. */
export async function* textSlicesOf(chunks: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let head: Uint8Array = new Uint8Array();
  for await (const slice of slicesOf(chunks, reading)) {
    if (decoder === undefined) {
      head = head.length === 0 ? slice : Buffer.concat([head, slice]);
      if (head.length < ENCODING_HEAD_BYTES) continue;
    }
    const bytes = decoder === undefined ? head : slice;
    decoder ??= new TextDecoder(encodingOfHead(head));
    yield decoder.decode(bytes, { stream: true });
  }
  const rest = decoder === undefined ? new TextDecoder(encodingOfHead(head)).decode(head) : decoder.decode();
  if (rest !== "") yield rest;
}
