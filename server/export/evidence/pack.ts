import { createHash } from "node:crypto";
import { type PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { EvidenceKey } from "../../kernel/evidence-plan.ts";
import {
  fingerprintOf,
  KEY_FILE,
  MANIFEST_FILE,
  manifestOf,
  type PackedChain,
  type PackedFile,
  signSums,
  SUMS_FILE,
  sumsOf,
} from "./manifest.ts";
import { chainPathOf, RecordChain } from "./record-chain.ts";

/** A file of a pack. It is read after those before it were written; a file of lines (`.ndjson`) gets a chain. */
export type PackFile = {
  readonly path: string;
  readonly chunks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** The earliest and latest time of a file that an archive can store. */
const EARLIEST_MS = Date.UTC(1980, 0, 2);
const LATEST_MS = Date.UTC(2100, 0, 1);

type Bytes = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * Writes an evidence pack: the files, the links of their chains, the public key, the sums of all these, and the
 * manifest with the signature. Only a part of one file is in memory at a time. Beyond 4 GB the archive is ZIP64. An
 * error of a file is thrown; a file that is not read to its end is closed.
 *
 * @param modifiedMs what the archive says that its files were modified, Unix milliseconds
 */
export async function* writePack(files: readonly PackFile[], key: EvidenceKey, modifiedMs: number): Bytes {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const written: PackedFile[] = [];
  const chains: PackedChain[] = [];
  const opened = new Set<Readable>();
  const mtime = new Date(Math.min(LATEST_MS, Math.max(EARLIEST_MS, modifiedMs)));

  async function* hashed({ path, chunks }: PackFile, chain: RecordChain | undefined): Bytes {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of chunks()) {
      if (chunk.length === 0) continue;
      hash.update(chunk);
      chain?.push(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    chain?.end();
    written.push({ path, bytes, sha256: hash.digest("hex") });
    if (chain !== undefined) chains.push({ path, records: chain.records, head: chain.head });
  }

  function add(path: string, content: Bytes): void {
    const stream = Readable.from(content, { objectMode: false });
    opened.add(stream);
    stream.once("error", (error) => output.destroy(error));
    zip.addReadStream(stream, path, { mtime, mode: 0o100644 });
  }

  async function* sums(): Bytes {
    yield Buffer.from(sumsOf(written));
  }

  async function* manifest(): Bytes {
    const signature = signSums(Buffer.from(sumsOf(written)), key.privatePem);
    const content = manifestOf(written, chains, fingerprintOf(key.publicPem) ?? "", signature);
    yield Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
  }

  for (const file of files) {
    const chain = file.path.endsWith(".ndjson") ? new RecordChain() : undefined;
    add(file.path, hashed(file, chain));
    if (chain !== undefined) {
      const path = chainPathOf(file.path);
      add(path, hashed({ path, chunks: () => chain.lines() }, undefined));
    }
  }
  add(KEY_FILE, hashed({ path: KEY_FILE, chunks: () => [Buffer.from(key.publicPem)] }, undefined));
  add(SUMS_FILE, sums());
  add(MANIFEST_FILE, manifest());
  zip.end();
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } finally {
    // Only streams that were begun hold resources.
    for (const stream of opened) stream.destroy();
  }
}
