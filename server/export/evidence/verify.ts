import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import type { EvidenceVerdict } from "../../contracts/evidence.ts";
import { jsonBoundsProblem } from "../../kernel/json-bounds.ts";
import {
  ABOUT_FILE,
  fingerprintOf,
  isSignedBy,
  KEY_FILE,
  type Manifest,
  MANIFEST_FILE,
  manifestOf,
  type PackedChain,
  type PackedFile,
  readSums,
  SUMS_FILE,
  TIME_STAMP_FILE,
} from "./manifest.ts";
import { chainPathOf, ChainLinks, RecordChain } from "./record-chain.ts";

/**
 * The largest file that is read completely: in a pack of a station some kilobytes, a hundred for 1,000 chosen
 * operations.
 */
const MAX_WHOLE_BYTES = 1024 * 1024;
/** The list of files at the end of an archive; a pack of a station has about thirty. */
const MAX_DIRECTORY_BYTES = 1024 * 1024;
/** The size of an entry of that list without its name, bytes. */
const ENTRY_BYTES = 46;

/** A pack unpacks to ten or twenty times its size; a file with a much larger ratio is an attack on memory or time. */
const MAX_RATIO = 100;
const ALWAYS_READ_BYTES = 64 * 1024 * 1024;
/** A station's records are longer. The stored hash of a shorter one would be larger than the record. */
const MIN_RECORD_BYTES = 16;
const MAX_SHORT_RECORDS = 100_000;

type Problem = EvidenceVerdict["problems"][number];
type ChainVerdict = EvidenceVerdict["chains"][number];

/** Public keys, PEM: the one that the pack has to be signed with, and that of the station that verifies. */
export type VerifyingKeys = { readonly named: string | undefined; readonly own: string | undefined };

/**
 * Finds what was changed in a pack since it was signed. It is read as other programs unpack it, by the directory at its
 * end, one file at a time. `undefined` where the file is not a complete zip archive.
 */
export async function verifyPack(path: string, keys: VerifyingKeys): Promise<EvidenceVerdict | undefined> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(() => undefined);
  if (zip === undefined) return undefined;
  try {
    return await verifyArchive(zip, keys);
  } catch (error) {
    if (error instanceof UnreadableArchiveError) return undefined;
    throw error;
  } finally {
    zip.close();
  }
}

class UnreadableArchiveError extends Error {
  override readonly name = "UnreadableArchiveError";
}

async function verifyArchive(zip: ZipFile, keys: VerifyingKeys): Promise<EvidenceVerdict> {
  const { entries, twice } = await listEntries(zip);
  const archive = { zip, entries };
  const sums = await readWhole(archive, SUMS_FILE);
  const expected = readSums(sums?.toString("utf8") ?? "");
  const read = await readFiles(archive, expected);
  const problems: Problem[] = [
    ...read.problems,
    ...twice.map((one) => ({ path: one, state: "twice" as const })),
    ...[...expected.keys()].filter((one) => !entries.has(one)).map((one) => ({ path: one, state: "missing" as const })),
    ...[SUMS_FILE, MANIFEST_FILE]
      .filter((one) => !entries.has(one))
      .map((one) => ({ path: one, state: "missing" as const })),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));

  const packedKey = (await readWhole(archive, KEY_FILE))?.toString("utf8");
  const stored = parsedJson(await readWhole(archive, MANIFEST_FILE)) as Partial<Manifest> | undefined;
  const signature = typeof stored?.signature === "string" ? stored.signature : undefined;
  const packedFingerprint = packedKey === undefined ? undefined : fingerprintOf(packedKey);
  const signatureState = judgeSignature(sums, signature, keys.named ?? packedKey);
  const derived = manifestOf(read.files, read.packedChains, packedFingerprint ?? "", signature ?? "");
  const manifest = stored === undefined ? "missing" : isSame(stored, derived) ? "derived" : "different";
  const key = judgeKey(packedFingerprint, keys);
  const about = parsedJson(await readWhole(archive, ABOUT_FILE)) as { title?: unknown; made_at?: unknown } | undefined;
  return {
    ok:
      problems.length === 0 &&
      signatureState === "valid" &&
      manifest === "derived" &&
      key !== "other" &&
      read.chains.every(({ broken_at: broken }) => broken === null),
    title: typeof about?.title === "string" ? about.title : null,
    made_at: typeof about?.made_at === "string" ? about.made_at : null,
    files: read.files.length - read.problems.length,
    problems,
    chains: [...read.chains],
    signature: signatureState,
    manifest,
    key,
    key_fingerprint: packedFingerprint ?? null,
    time_stamp: entries.has(TIME_STAMP_FILE),
  };
}

type Archive = { readonly zip: ZipFile; readonly entries: ReadonlyMap<string, Entry> };

/** Files that are not in the list of sums: the list itself, what is derived from it, and what may be put beside it. */
const UNLISTED: readonly string[] = [SUMS_FILE, MANIFEST_FILE, TIME_STAMP_FILE];

/** Skips folders, and refuses two entries with one name: programs differ in which of them they unpack. */
async function listEntries(zip: ZipFile) {
  const entries = new Map<string, Entry>();
  const twice: string[] = [];
  try {
    let unpackedBytes = 0;
    let directoryBytes = 0;
    for await (const entry of zip.eachEntry()) {
      directoryBytes += ENTRY_BYTES + entry.fileNameLength;
      if (directoryBytes > MAX_DIRECTORY_BYTES) throw new RangeError("it has too many files");
      // Entries may share their bytes in the file. What one has beyond its declared size is not read.
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > ALWAYS_READ_BYTES + MAX_RATIO * zip.fileSize) throw new RangeError("it is a bomb");
      if (entry.fileName.endsWith("/")) continue;
      if (entries.has(entry.fileName)) twice.push(entry.fileName);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw new UnreadableArchiveError("The directory of the archive cannot be read.", { cause: error });
  }
  return { entries, twice };
}

/** Reads all files once, and the links of a chain before the records that they belong to. */
async function readFiles(archive: Archive, expected: ReadonlyMap<string, string>) {
  const files: PackedFile[] = [];
  const problems: Problem[] = [];
  const chains: ChainVerdict[] = [];
  const packedChains: PackedChain[] = [];
  for (const path of archive.entries.keys()) {
    if (UNLISTED.includes(path)) continue;
    const chain = path.endsWith(".ndjson") ? new RecordChain() : undefined;
    let bytes = 0;
    const file = await readFile(archive, path, (chunk) => {
      if (chain === undefined) return;
      bytes += chunk.length;
      chain.push(chunk);
      const isShort = chain.records > MAX_SHORT_RECORDS && bytes < chain.records * MIN_RECORD_BYTES;
      if (isShort) throw new RangeError("lines without content are no records");
    });
    chain?.end();
    const sha256 = file?.sha256;
    if (file !== undefined) files.push(file);
    if (!expected.has(path)) problems.push({ path, state: "added" });
    else if (sha256 !== expected.get(path)) problems.push({ path, state: "changed" });
    if (chain === undefined || !expected.has(path)) continue;
    packedChains.push({ path, records: chain.records, head: chain.head });
    chains.push(await judgeChain(archive, path, chain));
  }
  return { files, problems, chains, packedChains };
}

async function judgeChain(archive: Archive, path: string, chain: RecordChain): Promise<ChainVerdict> {
  const links = new ChainLinks(chain.records + 1);
  const linksPath = chainPathOf(path);
  const isThere = archive.entries.has(linksPath);
  if (isThere) await readFile(archive, linksPath, (chunk) => links.push(chunk));
  return {
    path,
    records: chain.records,
    signed_records: isThere ? links.records : null,
    broken_at: isThere ? chain.findBreak(links) : null,
  };
}

/** `undefined` where its bytes cannot be unpacked, which is a change as well. */
async function readFile(
  { zip, entries }: Archive,
  path: string,
  take: (chunk: Uint8Array) => void,
): Promise<PackedFile | undefined> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    const stream: Readable = await zip.openReadStreamPromise(entries.get(path)!);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      take(chunk);
      bytes += chunk.length;
    }
  } catch {
    return undefined;
  }
  return { path, bytes, sha256: hash.digest("hex") };
}

async function readWhole(archive: Archive, path: string): Promise<Buffer | undefined> {
  const entry = archive.entries.get(path);
  if (entry === undefined || entry.uncompressedSize > MAX_WHOLE_BYTES) return undefined;
  const chunks: Uint8Array[] = [];
  const read = await readFile(archive, path, (chunk) => chunks.push(chunk));
  return read === undefined ? undefined : Buffer.concat(chunks);
}

function judgeSignature(
  sums: Buffer | undefined,
  signature: string | undefined,
  publicPem: string | undefined,
): EvidenceVerdict["signature"] {
  if (sums === undefined || signature === undefined || publicPem === undefined) return "missing";
  return isSignedBy(sums, signature, publicPem) ? "valid" : "invalid";
}

function judgeKey(fingerprint: string | undefined, { named, own }: VerifyingKeys): EvidenceVerdict["key"] {
  if (named !== undefined) return fingerprint === fingerprintOf(named) ? "named" : "other";
  return own !== undefined && fingerprint === fingerprintOf(own) ? "own" : "unnamed";
}

function isSame(stored: object, derived: Manifest): boolean {
  // Both were written by the same program, so the order of the fields is the same, too.
  return JSON.stringify(stored) === JSON.stringify(derived);
}

function parsedJson(bytes: Buffer | undefined): object | undefined {
  if (bytes === undefined || jsonBoundsProblem(bytes) !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
