import { createReadStream } from "node:fs";
import { Readable } from "node:stream";

/** The bytes of a file; `onRead` is told how many were read so far. */
export function readCounted(file: string, onRead: (bytes: number) => void): Readable {
  return Readable.from(chunksOf(file, onRead), { objectMode: false });
}

async function* chunksOf(file: string, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
    onRead((read += chunk.length));
    yield chunk;
  }
}
