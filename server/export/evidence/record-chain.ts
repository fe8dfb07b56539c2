import { createHash, type Hash } from "node:crypto";

/** Bytes of a link that are kept for each record: enough to find the first one that differs. */
const LINK_BYTES = 8;
export const LINK_DIGITS = 2 * LINK_BYTES;
const LINE_FEED = 10;
const START = Buffer.alloc(32);

/**
 * The chain of record hashes of a file of lines: each is the SHA-256 of the hash before it, which is 32 zero bytes at
 * first, and the bytes of the line with its line feed. Of each the first eight bytes are kept, of the last all.
 */
export class RecordChain {
  #head: Buffer = START;
  #links = Buffer.allocUnsafe(64 * 1024);
  #records = 0;
  /** The hash of a line that has not ended yet; the line itself is never kept, however long it is. */
  #open: Hash | undefined;

  /** @returns number of records so far */
  get records(): number {
    return this.#records;
  }

  /** The last hash, hexadecimal. */
  get head(): string {
    return this.#head.toString("hex");
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      this.#add((this.#open ?? this.#begin()).update(chunk.subarray(from, at + 1)));
      from = at + 1;
    }
    if (from < chunk.length) this.#open = (this.#open ?? this.#begin()).update(chunk.subarray(from));
  }

  /** A last line without its line feed is a record as well. */
  end(): void {
    if (this.#open !== undefined) this.#add(this.#open);
  }

  /** Number of the first record, from 1, whose link differs from that in `links`; null where all are the same. */
  findBreak(links: ChainLinks): number | null {
    const known = links.bytes;
    const common = Math.min(this.#records, known.length / LINK_BYTES);
    const length = common * LINK_BYTES;
    const own = this.#links.subarray(0, length);
    if (!own.equals(known.subarray(0, length))) {
      for (let index = 0; index < common; index++) {
        const [from, to] = [index * LINK_BYTES, (index + 1) * LINK_BYTES];
        if (!own.subarray(from, to).equals(known.subarray(from, to))) return index + 1;
      }
    }
    return this.#records === links.records ? null : common + 1;
  }

  /** The links as lines of hexadecimal digits. */
  *lines(): Generator<Uint8Array> {
    const linesPerChunk = 4096;
    for (let from = 0; from < this.#records; from += linesPerChunk) {
      const to = Math.min(this.#records, from + linesPerChunk);
      const digits = this.#links.toString("hex", from * LINK_BYTES, to * LINK_BYTES);
      yield Buffer.from(digits.replaceAll(/.{16}/g, "$&\n"));
    }
  }

  #begin(): Hash {
    return createHash("sha256").update(this.#head);
  }

  #add(hash: Hash): void {
    this.#open = undefined;
    this.#head = hash.digest();
    const at = this.#records * LINK_BYTES;
    if (at + LINK_BYTES > this.#links.length) {
      this.#links = Buffer.concat([this.#links, Buffer.allocUnsafe(this.#links.length)]);
    }
    this.#head.copy(this.#links, at, 0, LINK_BYTES);
    this.#records++;
  }
}

/** The links of a written chain, read chunk by chunk. Beyond `maxLinks` only their number is kept. */
export class ChainLinks {
  readonly #maxBytes: number;
  #total = 0;
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = 0;
  #rest = "";

  constructor(maxLinks = Infinity) {
    this.#maxBytes = maxLinks * LINK_BYTES;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  get records(): number {
    return Math.floor(this.#total / LINK_BYTES);
  }

  push(chunk: Uint8Array): void {
    const digits = this.#rest + Buffer.from(chunk).toString("latin1").replaceAll("\n", "");
    const whole = digits.length - (digits.length % LINK_DIGITS);
    this.#rest = digits.slice(whole);
    const all = Buffer.from(digits.slice(0, whole), "hex");
    this.#total += all.length;
    const added = all.subarray(0, Math.max(0, this.#maxBytes - this.#length));
    while (this.#length + added.length > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.allocUnsafe(this.#bytes.length)]);
    }
    added.copy(this.#bytes, this.#length);
    this.#length += added.length;
  }
}

/** Where the links of a file's chain are in the pack. */
export function chainPathOf(path: string): string {
  return `chains/${path.replaceAll("/", "-")}.txt`;
}
