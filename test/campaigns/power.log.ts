import { readFileSync } from "node:fs";

/** An operation of SQLite on one of its files, as logged by power.shim.c. */
export type FileNote = {
  readonly kind: "write" | "sync" | "truncate";
  readonly file: "database" | "log";
  readonly offset: number;
  readonly length: number;
  readonly bytes: Buffer;
  /** Where the note ends in the log: whatever was acknowledged at this length of the log comes after it. */
  readonly end: number;
};

const HEAD_BYTES = 18;
const KINDS: Readonly<Record<string, FileNote["kind"]>> = { W: "write", S: "sync", T: "truncate" };
/** The unit that a disk writes completely or not at all, bytes. */
const SECTOR_BYTES = 512;

export function readNotes(path: string): readonly FileNote[] {
  const log = readFileSync(path);
  const notes: FileNote[] = [];
  for (let at = 0; at + HEAD_BYTES <= log.length;) {
    const kind = KINDS[String.fromCharCode(log[at]!)];
    const length = Number(log.readBigUInt64LE(at + 10));
    const end = at + HEAD_BYTES + (kind === "write" ? length : 0);
    if (kind === undefined || end > log.length) break;
    notes.push({
      kind,
      file: log[at + 1] === "d".charCodeAt(0) ? "database" : "log",
      offset: Number(log.readBigUInt64LE(at + 2)),
      length,
      bytes: log.subarray(at + HEAD_BYTES, end),
      end,
    });
    at = end;
  }
  return notes;
}

/**
 * The contents of a file after a power cut: everything until SQLite last waited for the disk, and of later writes each
 * sector only with some probability, so that writes are torn and later ones are there without earlier ones.
 */
export function fileAfterPowerCut(
  before: Buffer,
  notes: readonly FileNote[],
  { random, kept }: { readonly random: () => number; readonly kept: number },
): Buffer {
  const lastSync = notes.findLastIndex(({ kind }) => kind === "sync");
  const room = Math.max(
    before.length,
    ...notes.map(({ offset, length, kind }) => (kind === "write" ? offset : 0) + length),
  );
  const image = Buffer.alloc(room);
  before.copy(image);
  let size = before.length;
  for (const [index, { kind, offset, length, bytes }] of notes.entries()) {
    const isSafe = index < lastSync;
    if (kind === "truncate" && (isSafe || random() < kept)) {
      image.fill(0, Math.min(size, length));
      size = length;
    }
    if (kind !== "write") continue;
    for (let at = 0; at < length; at += SECTOR_BYTES) {
      if (!isSafe && random() >= kept) continue;
      const sector = bytes.subarray(at, at + SECTOR_BYTES);
      sector.copy(image, offset + at);
      size = Math.max(size, offset + at + sector.length);
    }
  }
  return image.subarray(0, size);
}
