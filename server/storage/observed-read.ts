import { createReadStream } from "node:fs";
import { Readable } from "node:stream";

/** The bytes of a file; `observe` is called with each chunk before it is passed on. */
export function readObserved(file: string, observe: (chunk: Uint8Array) => unknown): Readable {
  return Readable.from(chunksOf(file, observe), { objectMode: false });
}

async function* chunksOf(file: string, observe: (chunk: Uint8Array) => unknown): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
    observe(chunk);
    yield chunk;
  }
}
