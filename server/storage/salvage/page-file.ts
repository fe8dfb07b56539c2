import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A database file, read page by page without SQLite; pages are numbered from 1. */
export type PageFile = {
  readonly pages: number;
  /** Bytes of a page that hold content. */
  readonly usableBytes: number;
  /** The bytes of a page; empty where the file does not have it whole. */
  readonly read: (page: number) => Buffer;
  /**
   * The entry of a page in the map of parents, which a file with auto-vacuum has: its parent in a tree, 0 for
   * the root of one. Undefined for pages of other kinds, and where that is not known.
   */
  readonly findParent: (page: number) => number | undefined;
  readonly close: () => void;
};

const HEADER_BYTES = 100;
/** Bytes of an entry: the kind of page and its parent (section 1.8 of the file format). */
const ENTRY_BYTES = 5;
const [ROOT_PAGE, TREE_PAGE] = [1, 5];
/** The page that contains this byte is never used. */
const PENDING_BYTE = 0x4000_0000;

/** Opens the pages of a database. Throws when its first page does not tell how large pages are. */
export function openPageFile(path: string): PageFile {
  const file = openSync(path, "r");
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(file, header, 0, HEADER_BYTES, 0);
    const size = header.readUInt16BE(16);
    const pageBytes = size === 1 ? 65_536 : size;
    if (!header.toString("latin1").startsWith("SQLite format 3\0") || pageBytes < 512) {
      throw new Error(`${path} has no readable first page, so nothing says what its other pages hold.`);
    }
    const usableBytes = pageBytes - header.readUInt8(20);
    const pages = Math.floor(fstatSync(file).size / pageBytes);
    const read = (page: number): Buffer => {
      const bytes = Buffer.alloc(pageBytes);
      const length = page < 1 || page > pages ? 0 : readSync(file, bytes, 0, pageBytes, (page - 1) * pageBytes);
      return length === pageBytes ? bytes : Buffer.alloc(0);
    };
    const hasParents = header.readUInt32BE(52) !== 0;
    const findParent = hasParents ? createParentFinder({ read, usableBytes, pageBytes }) : () => undefined;
    return { pages, usableBytes, read, findParent, close: () => closeSync(file) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function createParentFinder(file: {
  readonly read: PageFile["read"];
  readonly usableBytes: number;
  readonly pageBytes: number;
}): PageFile["findParent"] {
  const perMap = Math.floor(file.usableBytes / ENTRY_BYTES);
  const pendingPage = Math.floor(PENDING_BYTE / file.pageBytes) + 1;
  const maps = new Map<number, Buffer>();
  return (page) => {
    if (page < 2) return undefined;
    let map = 2 + Math.floor((page - 2) / (perMap + 1)) * (perMap + 1);
    if (map === pendingPage) map += 1;
    if (page <= map) return undefined;
    const bytes = maps.get(map) ?? file.read(map);
    maps.set(map, bytes);
    const at = ENTRY_BYTES * (page - map - 1);
    if (at + ENTRY_BYTES > bytes.length) return undefined;
    const [kind, parent] = [bytes.readUInt8(at), bytes.readUInt32BE(at + 1)];
    if (kind === ROOT_PAGE) return parent === 0 ? 0 : undefined;
    return kind === TREE_PAGE && parent !== 0 ? parent : undefined;
  };
}
