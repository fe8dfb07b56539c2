import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { UploadError } from "../../kernel/upload.ts";
import { freeBytesOf, writeIncoming } from "../../storage/incoming-file.ts";

const FOLDER = "uploads.tmp";
/** Files of one person that are being uploaded, wait for a thread or are decoded. */
const MAX_OPEN = 16;
/** Space that stays free for received records, and for what is stored of the file. */
const RESERVED_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/** Keeps uploads on disk until they are complete, so that decoding does not wait for the sender. */
export type SpooledUploads = {
  /**
   * Calls `work` with an upload that is complete and may be read once. Throws an `UploadError` where its owner has too
   * many of them, or the disk has no room.
   */
  readonly use: <T>(
    owner: string,
    chunks: AsyncIterable<Uint8Array>,
    work: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
  ) => Promise<T>;
};

export function createSpooledUploads(dataDir: string): SpooledUploads {
  const folder = join(dataDir, FOLDER);
  const openOf = new Map<string, number>();
  // Files that a power cut has left there.
  rmSync(folder, { recursive: true, force: true });

  const room = async () => (await freeBytesOf(folder)) - RESERVED_BYTES;

  return {
    async use(owner, chunks, work) {
      const others = openOf.get(owner) ?? 0;
      if (others >= MAX_OPEN) throw new UploadError("too_many");
      openOf.set(owner, others + 1);
      const path = join(folder, randomUUID());
      try {
        const { kind } = await writeIncoming(path, chunks, room);
        if (kind === "no_room") throw new UploadError("no_room");
        return await work(piecesOf(path));
      } finally {
        const left = openOf.get(owner)! - 1;
        if (left > 0) openOf.set(owner, left);
        else openOf.delete(owner);
        await rm(path, { force: true });
      }
    },
  };
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  await using file = await open(path);
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(PIECE_BYTES));
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
