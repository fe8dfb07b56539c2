import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { type Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type OutputFile = {
  /** `undefined`: standard output. */
  readonly path: string | undefined;
  /** The permissions of a new file; the system's own if not given. */
  readonly mode?: number;
};

/** Writes a document to standard output or to a file, which gets its name when it is complete. Resolves to its bytes. */
export async function writeOutput(bytes: Readable, { path, mode }: OutputFile): Promise<number> {
  let written = 0;
  const counter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      written += chunk.length;
      done(null, chunk);
    },
  });
  if (path === undefined) {
    await pipeline(bytes, counter, standardOutput());
    return written;
  }
  const partial = `${path}.part`;
  try {
    await pipeline(bytes, counter, createWriteStream(partial, { ...(mode !== undefined && { mode }) }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return written;
}

/**
 * A separate stream: a pipeline to standard output itself leaves its listeners there, since standard output is never
 * closed.
 */
function standardOutput(): Writable {
  const { stdout } = process;
  if (!stdout.listeners("error").includes(reportedByWrite)) stdout.on("error", reportedByWrite);
  return new Writable({ write: (chunk: Uint8Array, _encoding, done) => void stdout.write(chunk, done) });
}

/** Without a listener an error would end the process, although the callback of the write receives it as well. */
function reportedByWrite(): void {}
