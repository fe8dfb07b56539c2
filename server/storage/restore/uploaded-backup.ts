import { rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { freeBytesOf, safeFileName, storeIncoming } from "../incoming-file.ts";
import { RESTORE_MARGIN_BYTES } from "./restore-files.ts";

const FOLDER = "uploaded-backup";

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
    const bytes = (await freeBytesOf(dataDir)) + storedBytes - RESTORE_MARGIN_BYTES;
    return Math.max(0, Math.floor(bytes / 2));
  }

  return {
    async store({ name, changedMs, chunks }) {
      await remove();
      // One that begins with a dot would be hidden.
      const path = join(folder, safeFileName(name.replace(/^\.+/, "")) || "backup");
      const outcome = await storeIncoming(path, { chunks, changedMs }, () => room(0));
      return outcome.kind === "stored" ? path : undefined;
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
