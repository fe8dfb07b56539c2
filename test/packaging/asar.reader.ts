import { closeSync, copyFileSync, mkdirSync, openSync, readSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file of the archive: inside it at an offset, or beside it in `app.asar.unpacked`. */
interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly offset?: string;
  readonly size?: number;
  readonly unpacked?: boolean;
}

export interface AsarFile {
  readonly path: string;
  readonly unpacked: boolean;
}

/** All files of an asar archive, with slashes, in the order of the archive. */
export function listAsar(archive: string): readonly AsarFile[] {
  return walk(readHeader(archive).entries).map(({ path, entry }) => ({ path, unpacked: entry.unpacked === true }));
}

/** Lays out the archive as plain files below `folder`, those that stand beside it included. */
export function extractAsar(archive: string, folder: string): void {
  const { entries, contentAt } = readHeader(archive);
  const descriptor = openSync(archive, "r");
  for (const { path, entry } of walk(entries)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    if (entry.unpacked === true) copyFileSync(join(`${archive}.unpacked`, path), target);
    else writeFileSync(target, readAt(descriptor, contentAt + Number(entry.offset), entry.size ?? 0));
  }
  closeSync(descriptor);
}

/** The header is JSON in two Chromium pickles: the size of the inner one, then its length and the text. */
function readHeader(archive: string): { readonly entries: Entry; readonly contentAt: number } {
  const descriptor = openSync(archive, "r");
  const sizes = readAt(descriptor, 0, 16);
  const text = readAt(descriptor, 16, sizes.readUInt32LE(12)).toString("utf8");
  closeSync(descriptor);
  return { entries: JSON.parse(text) as Entry, contentAt: 8 + sizes.readUInt32LE(4) };
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, { position });
  return bytes;
}

function walk(folder: Entry, above = ""): readonly { readonly path: string; readonly entry: Entry }[] {
  return Object.entries(folder.files ?? {}).flatMap(([name, entry]) => {
    const path = above === "" ? name : `${above}/${name}`;
    return entry.files === undefined ? [{ path, entry }] : walk(entry, path);
  });
}
