import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { StoredRecording } from "../../contracts/recordings.ts";
import { syncFolder, writeIncoming } from "../../storage/incoming-file.ts";

const FOLDER = "recordings";
const PARTIAL = ".part";
/** Space that stays free for received data. */
const RESERVED_BYTES = 1024 ** 3;
const MAX_NAME_CHARACTERS = 80;

/** The recordings that were uploaded to this station. */
export type RecordingFolder = {
  /** Writes an uploaded file; `undefined` where there is no room. After a failure no file is left behind. */
  readonly store: (id: string, name: string, chunks: AsyncIterable<Uint8Array>) => Promise<StoredRecording | undefined>;
  /** Deletes a recording of this folder; files elsewhere do not belong to the station. */
  readonly remove: (path: string) => Promise<void>;
  /** Deletes recordings that no source reads, and incomplete files that a crash left. */
  readonly recover: (isRead: (path: string) => boolean) => void;
};

export function createRecordingFolder(dataDir: string): RecordingFolder {
  const folder = resolve(dataDir, FOLDER);

  async function room(): Promise<number> {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize - RESERVED_BYTES;
  }

  return {
    async store(id, name, chunks) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${id}-${safeName(name)}`);
      const partial = path + PARTIAL;
      try {
        const outcome = await writeIncoming(partial, chunks, room);
        if (outcome.kind === "no_room") return undefined;
        const { size: bytes } = await stat(partial);
        await rename(partial, path);
        await syncFolder(folder);
        return { path, bytes };
      } finally {
        await rm(partial, { force: true });
      }
    },
    async remove(path) {
      if (dirname(path) === folder) await rm(path, { force: true });
    },
    recover(isRead) {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        if (!isRead(path)) rmSync(path, { force: true });
      }
    },
  };
}

/** Size of the uploaded recordings, including those that are being uploaded, bytes. */
export function uploadedRecordingBytes(dataDir: string): number {
  const folder = resolve(dataDir, FOLDER);
  if (!existsSync(folder)) return 0;
  // One may be removed meanwhile.
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A name without special characters that a person still recognises. Its end is kept, with the file extension. */
function safeName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, "_").slice(-MAX_NAME_CHARACTERS);
}
