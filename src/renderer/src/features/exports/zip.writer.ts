/**
 * An archive (APPNOTE 6.3, deflate, names in UTF-8) that is written entry by entry. Without the 64-bit extension,
 * which some programs of the field cannot read: at most 4 GB and 65,535 entries.
 */
const MAX_BYTES = 0xffff_ffff;
const MAX_ENTRIES = 0xffff;
const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;
const DEFLATED = 8;
const LOCAL_SIZE = 30;
const CENTRAL_SIZE = 46;

interface Entry {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly dosTime: number;
  readonly offset: number;
}

export type ZipOutcome = { readonly kind: "written" } | { readonly kind: "too_large" };

export class ZipWriter {
  readonly #parts: BlobPart[] = [];
  readonly #entries: Entry[] = [];
  #offset = 0;

  get byteLength(): number {
    return this.#offset;
  }

  async add(name: string, file: Blob, modifiedAtMs: number): Promise<ZipOutcome> {
    const packed = await packedOf(file);
    const entry: Entry = {
      name: new TextEncoder().encode(name),
      crc: await crcOf(file),
      packedSize: packed.size,
      size: file.size,
      dosTime: dosTimeOf(modifiedAtMs),
      offset: this.#offset,
    };
    const end = this.#offset + LOCAL_SIZE + entry.name.length + packed.size;
    if (file.size > MAX_BYTES || end > MAX_BYTES || this.#entries.length >= MAX_ENTRIES) return { kind: "too_large" };
    this.#put(headOf(0x0403_4b50, entry, LOCAL_SIZE));
    this.#put(entry.name);
    this.#parts.push(packed);
    this.#offset += packed.size;
    this.#entries.push(entry);
    return { kind: "written" };
  }

  finish(): Blob {
    const start = this.#offset;
    for (const entry of this.#entries) {
      this.#put(headOf(0x0201_4b50, entry, CENTRAL_SIZE));
      this.#put(entry.name);
    }
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, 0x0605_4b50, true);
    end.setUint16(8, this.#entries.length, true);
    end.setUint16(10, this.#entries.length, true);
    end.setUint32(12, this.#offset - start, true);
    end.setUint32(16, start, true);
    this.#put(new Uint8Array(end.buffer));
    return new Blob(this.#parts, { type: "application/zip" });
  }

  #put(bytes: Uint8Array): void {
    this.#parts.push(bytes.slice());
    this.#offset += bytes.length;
  }
}

/** The header of an entry: before its content, or in the directory at the end, which has a few more fields. */
function headOf(signature: number, entry: Entry, size: typeof LOCAL_SIZE | typeof CENTRAL_SIZE): Uint8Array {
  const head = new DataView(new ArrayBuffer(size));
  const isCentral = size === CENTRAL_SIZE;
  head.setUint32(0, signature, true);
  if (isCentral) head.setUint16(4, VERSION, true);
  const at = isCentral ? 6 : 4;
  head.setUint16(at, VERSION, true);
  head.setUint16(at + 2, NAMES_ARE_UTF8, true);
  head.setUint16(at + 4, DEFLATED, true);
  head.setUint32(at + 6, entry.dosTime, true);
  head.setUint32(at + 10, entry.crc, true);
  head.setUint32(at + 14, entry.packedSize, true);
  head.setUint32(at + 18, entry.size, true);
  head.setUint16(at + 22, entry.name.length, true);
  if (isCentral) head.setUint32(42, entry.offset, true);
  return new Uint8Array(head.buffer);
}

function packedOf(file: Blob): Promise<Blob> {
  return new Response(file.stream().pipeThrough(new CompressionStream("deflate-raw"))).blob();
}

/** Date and time in the MS-DOS format, in UTC, to two seconds. */
function dosTimeOf(timeMs: number): number {
  const time = new Date(Math.max(timeMs, Date.UTC(1980, 0, 1)));
  const day = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return day * 0x1_0000 + clock;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

async function crcOf(file: Blob): Promise<number> {
  let crc = 0xffff_ffff;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return (crc ^ 0xffff_ffff) >>> 0;
    for (const byte of value) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  }
}
