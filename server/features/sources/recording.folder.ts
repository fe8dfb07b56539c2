import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { StoredRecording } from "../../contracts/recordings.ts";
import { freeBytesOf, safeFileName, storeIncoming } from "../../storage/incoming-file.ts";

const FOLDER = "recordings";
/** Space that stays free for received data. */
const RESERVED_BYTES = 1024 ** 3;

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
  const room = async () => (await freeBytesOf(dataDir)) - RESERVED_BYTES;

  return {
    async store(id, name, chunks) {
      const path = join(folder, `${id}-${safeFileName(name)}`);
      const outcome = await storeIncoming(path, { chunks }, room);
      return outcome.kind === "stored" ? { path, bytes: outcome.bytes } : undefined;
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
