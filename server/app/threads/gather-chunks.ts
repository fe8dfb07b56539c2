import type { Chunks } from "../../export/encode-telemetry.ts";

/** Joins chunks into larger ones, in memory of their own; each but the last has at least `minBytes`. */
export async function* gatherChunks(
  chunks: AsyncIterable<Uint8Array>,
  { minBytes, allocate = (length) => new Uint8Array(length) }: Chunks,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let waiting: Uint8Array[] = [];
  let length = 0;

  function join(): Uint8Array<ArrayBuffer> {
    const joined = allocate(length);
    let at = 0;
    for (const chunk of waiting) {
      joined.set(chunk, at);
      at += chunk.length;
    }
    waiting = [];
    length = 0;
    return joined;
  }

  for await (const chunk of chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length >= minBytes) yield join();
  }
  if (length > 0) yield join();
}
