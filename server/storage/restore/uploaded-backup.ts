import { rmSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, statfs, utimes } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder, writeIncoming } from "../incoming-file.ts";
import { RESTORE_MARGIN_BYTES } from "./restore-files.ts";

const FOLDER = "uploaded-backup";
const PARTIAL = ".part";
const MAX_NAME_CHARACTERS = 80;

export type IncomingBackup = {
  readonly name: string;
  /** When it was last changed on the computer that sent it, Unix milliseconds. */
  readonly changedMs: number;
  readonly chunks: AsyncIterable<Uint8Array>;
};

/** The backup that was uploaded, in a folder of the data directory: one at a time. */
export type UploadedBackup = {
  /**
   * Writes the incoming file in the place of the previous one; resolves with its path, or undefined where there is no
   * room.
   */
  readonly store: (incoming: IncomingBackup) => Promise<string | undefined>;
  readonly remove: () => Promise<void>;
  /** Deletes the upload of an earlier start, before another can be made. */
  readonly recover: () => void;
  /** Size of the largest one that there is room for, beside the copy that is checked, bytes. */
  readonly roomBytes: () => Promise<number>;
};

export function createUploadedBackup(dataDir: string): UploadedBackup {
  const folder = join(dataDir, FOLDER);
  const remove = () => rm(folder, { recursive: true, force: true });

  async function room(storedBytes: number): Promise<number> {
    const { bavail, bsize } = await statfs(dataDir);
    return Math.max(0, Math.floor((bavail * bsize + storedBytes - RESTORE_MARGIN_BYTES) / 2));
  }

  return {
    async store({ name, changedMs, chunks }) {
      await remove();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, safeName(name));
      const partial = path + PARTIAL;
      try {
        const outcome = await writeIncoming(partial, chunks, () => room(0));
        if (outcome.kind === "no_room") return undefined;
        await utimes(partial, changedMs / 1000, changedMs / 1000);
        await rename(partial, path);
        await syncFolder(folder);
        return path;
      } finally {
        await rm(partial, { force: true });
      }
    },
    remove,
    recover: () => rmSync(folder, { recursive: true, force: true }),
    roomBytes: async () => room(await bytesIn(folder)),
  };
}

/** The next one takes the place of what is there. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  // One may be removed meanwhile.
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A name without special characters that a person still recognises. Its end is kept, with the file extension. */
function safeName(name: string): string {
  return (
    name
      .replaceAll(/[^\w.-]+/g, "_")
      .replace(/^\.+/, "")
      .slice(-MAX_NAME_CHARACTERS) || "backup"
  );
}
