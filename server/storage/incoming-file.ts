import { type FileHandle, mkdir, open, rename, rm, statfs, utimes } from "node:fs/promises";
import { dirname } from "node:path";

/** After how many bytes the free space is checked again while a file comes in. */
export const FREE_SPACE_CHECK_BYTES = 64 * 1024 * 1024;
/** Only the person who runs the station reads its files. */
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const MAX_NAME_CHARACTERS = 80;

export type IncomingOutcome = { readonly kind: "stored"; readonly bytes: number } | { readonly kind: "no_room" };

export type IncomingFile = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The time of modification that the file gets, Unix milliseconds; the time of its last byte unless given. */
  readonly changedMs?: number;
};

/**
 * Writes a new file as it arrives, into a folder that is created if missing, and returns when it is on disk. After a
 * failure no file is left behind. `room`: how many bytes may still be written.
 */
export async function writeIncoming(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  room: () => Promise<number>,
): Promise<IncomingOutcome> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER });
  const left = await room();
  if (left <= 0) return { kind: "no_room" };
  const handle = await open(path, "wx", OWNER_ONLY);
  let outcome: IncomingOutcome | undefined;
  try {
    outcome = await writeAndClose(handle, chunks, left, room);
    return outcome;
  } finally {
    if (outcome?.kind !== "stored") await rm(path, { force: true });
  }
}

/**
 * As above, for a file that is kept: it gets its name only when all of it is on disk. A crash leaves a file named
 * `….part`, which the owner of the folder deletes at the next start.
 */
export async function storeIncoming(
  path: string,
  { chunks, changedMs }: IncomingFile,
  room: () => Promise<number>,
): Promise<IncomingOutcome> {
  const partial = `${path}.part`;
  const outcome = await writeIncoming(partial, chunks, room);
  if (outcome.kind === "no_room") return outcome;
  try {
    if (changedMs !== undefined) await utimes(partial, changedMs / 1000, changedMs / 1000);
    await rename(partial, path);
    await syncFolder(dirname(path));
    return outcome;
  } finally {
    await rm(partial, { force: true });
  }
}

/** The free space of a folder's file system that the station may use, bytes. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The name that a sender gave a file, safe for the disk. Its extension is kept, because it is the type of the file. */
export function safeFileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, "_").slice(-MAX_NAME_CHARACTERS);
}

/** A new name is on disk when its folder is; Windows has no such call, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAndClose(
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  roomBytes: number,
  room: () => Promise<number>,
): Promise<IncomingOutcome> {
  let left = roomBytes;
  try {
    let bytes = 0;
    let uncheckedBytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      uncheckedBytes += chunk.length;
      left -= chunk.length;
      if (left <= 0) return { kind: "no_room" };
      await handle.writeFile(chunk);
      if (uncheckedBytes < FREE_SPACE_CHECK_BYTES) continue;
      left = Math.min(left, await room());
      uncheckedBytes = 0;
    }
    await handle.sync();
    return { kind: "stored", bytes };
  } finally {
    await handle.close();
  }
}
