import type { PageFile } from "./page-file.ts";
import { decodeRecord, readBigVarint, readVarint, type StoredValue } from "./record.decode.ts";

/** Page types of a tree (section 1.6 of the file format). Index pages hold the tables `WITHOUT ROWID`. */
const [INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF] = [0x02, 0x05, 0x0a, 0x0d];
const FIRST_PAGE_HEADER_BYTES = 100;

export type ReadRow = {
  /** Undefined in a table `WITHOUT ROWID`. */
  readonly rowId: bigint | undefined;
  readonly values: readonly StoredValue[];
};

export type TreePage = {
  readonly children: readonly number[];
  readonly rows: readonly ReadRow[];
  /** Rows that exist but cannot be read: they continue on pages that were damaged. */
  readonly unreadable: number;
};

/** Reads one page of a tree; undefined where the page is not one. */
export function readTreePage(file: PageFile, page: number, maxColumns: number): TreePage | undefined {
  const bytes = file.read(page);
  const base = page === 1 ? FIRST_PAGE_HEADER_BYTES : 0;
  const kind = bytes[base];
  if (kind !== INDEX_INTERIOR && kind !== TABLE_INTERIOR && kind !== INDEX_LEAF && kind !== TABLE_LEAF)
    return undefined;
  const isInterior = kind === INDEX_INTERIOR || kind === TABLE_INTERIOR;
  const cells = bytes.readUInt16BE(base + 3);
  const pointers = base + (isInterior ? 12 : 8);
  if (pointers + cells * 2 > file.usableBytes) return undefined;

  const children: number[] = [];
  const rows: ReadRow[] = [];
  let unreadable = 0;
  for (let cell = 0; cell < cells; cell++) {
    let at = bytes.readUInt16BE(pointers + cell * 2);
    if (at < pointers + cells * 2 || at + 4 > file.usableBytes) return undefined;
    if (isInterior) {
      children.push(bytes.readUInt32BE(at));
      at += 4;
    }
    if (kind === TABLE_INTERIOR) continue;
    const row = readRow(file, bytes, at, { hasRowId: kind === TABLE_LEAF, maxColumns });
    if (row === undefined) unreadable++;
    else rows.push(row);
  }
  if (isInterior) children.push(bytes.readUInt32BE(base + 8));
  if (children.some((child) => child < 2 || child > file.pages)) return undefined;
  return { children, rows, unreadable };
}

function readRow(
  file: PageFile,
  bytes: Buffer,
  at: number,
  { hasRowId, maxColumns }: { readonly hasRowId: boolean; readonly maxColumns: number },
): ReadRow | undefined {
  const length = readVarint(bytes, at);
  if (length === undefined) return undefined;
  const rowId = hasRowId ? readBigVarint(bytes, length.end) : undefined;
  if (hasRowId && rowId === undefined) return undefined;
  const payload = readPayload(file, bytes, { from: rowId?.end ?? length.end, length: length.value, hasRowId });
  const values = payload && decodeRecord(payload, maxColumns);
  return values && { rowId: rowId?.value, values };
}

/** The payload of a cell, including its overflow pages (sections 1.6 and 1.7 of the file format). */
function readPayload(
  file: PageFile,
  bytes: Buffer,
  { from, length, hasRowId }: { readonly from: number; readonly length: number; readonly hasRowId: boolean },
): Buffer | undefined {
  const usable = file.usableBytes;
  if (length > file.pages * usable) return undefined;
  const maxLocal = hasRowId ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  const minLocal = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = minLocal + ((length - minLocal) % (usable - 4));
  const local = length <= maxLocal ? length : fitting <= maxLocal ? fitting : minLocal;
  if (from + local > usable) return undefined;
  if (local === length) return bytes.subarray(from, from + length);

  if (from + local + 4 > usable) return undefined;
  const parts = [bytes.subarray(from, from + local)];
  let rest = length - local;
  let next = bytes.readUInt32BE(from + local);
  while (rest > 0) {
    const page = next < 2 ? Buffer.alloc(0) : file.read(next);
    if (page.length === 0) return undefined;
    next = page.readUInt32BE(0);
    const part = page.subarray(4, Math.min(usable, 4 + rest));
    parts.push(part);
    rest -= part.length;
  }
  return next === 0 ? Buffer.concat(parts) : undefined;
}
