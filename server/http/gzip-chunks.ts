import { Buffer } from "node:buffer";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Response } from "express";
import { MIN_GZIP_BYTES, setGzip, STREAMED_BODY } from "./content-coding.ts";

/** A document that is not longer than this when compressed is sent with its length, of which callers keep account. */
const MAX_HELD_BYTES = 64 * 1024;
/** The first bytes are not held for longer than this, unless no more follow. */
const MAX_HELD_MS = 500;

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * Compresses the chunks of a response that takes gzip, and sets its headers. A chunk has been read when the next one is
 * requested, so that its memory can be reused. When this generator is closed, that of the chunks is closed as well.
 * What it throws is passed on, and the compressed document then has no end.
 */
export async function* gzipChunks(response: Response, chunks: Chunks): Chunks {
  let start: Uint8Array = Buffer.alloc(0);
  let compressor: Compressor | undefined;
  let isHeld = true;
  const startedMs = performance.now();
  try {
    for await (const chunk of chunks) {
      if (compressor === undefined) {
        start = start.length === 0 && chunk.length >= MIN_GZIP_BYTES ? chunk : Buffer.concat([start, chunk]);
        if (start.length < MIN_GZIP_BYTES) continue;
        compressor = openCompressor();
        await compressor.write(start);
      } else await compressor.write(chunk);
      if (isHeld && compressor.readyBytes() < MAX_HELD_BYTES && performance.now() - startedMs < MAX_HELD_MS) continue;
      if (isHeld) setGzip(response, undefined);
      isHeld = false;
      yield* compressor.take();
    }
    if (compressor === undefined) {
      if (start.length > 0) yield start;
      return;
    }
    await compressor.end();
    if (isHeld) setGzip(response, compressor.readyBytes());
    yield* compressor.take();
  } finally {
    compressor?.close();
  }
}

type Compressor = {
  /** Resolves when the chunk has been read. */
  readonly write: (chunk: Uint8Array) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly readyBytes: () => number;
  /** The bytes that are compressed, each once; at most those of the chunks since the last call. */
  readonly take: () => readonly Uint8Array[];
  readonly close: () => void;
};

/** zlib compresses on its own threads; each chunk only when the previous one was read. */
function openCompressor(): Compressor {
  const gzip = createGzip(STREAMED_BODY);
  let ready: Uint8Array[] = [];
  let readyBytes = 0;
  gzip.on("data", (part: Uint8Array) => {
    ready.push(part);
    readyBytes += part.length;
  });
  // A failure rejects the write that caused it.
  gzip.on("error", () => undefined);
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => void gzip.write(chunk, (error) => (error ? reject(error) : resolve()))),
    async end() {
      gzip.end();
      await finished(gzip);
    },
    readyBytes: () => readyBytes,
    take() {
      const taken = ready;
      [ready, readyBytes] = [[], 0];
      return taken;
    },
    close: () => gzip.destroy(),
  };
}
