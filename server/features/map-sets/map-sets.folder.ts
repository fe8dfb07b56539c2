import { constants, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { access, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { freeBytesOf, type IncomingOutcome, syncFolder, writeIncoming } from "../../storage/incoming-file.ts";
import type { MapSetModel } from "./map-sets.store.ts";

const FOLDER = "map-sets";
const PARTIAL = ".part";

/** The folder of the data directory with the files that were uploaded, named by the ids of their sets. */
export type MapSetFolder = {
  readonly pathOf: (set: Pick<MapSetModel, "id" | "path">) => string;
  readonly partialPathOf: (id: string) => string;
  /** Writes an uploaded file, and resolves when it is on disk; after a failure no file is left behind. */
  readonly store: (
    id: string,
    chunks: AsyncIterable<Uint8Array>,
    room: () => Promise<number>,
  ) => Promise<IncomingOutcome>;
  /** Gives a stored file its final name. */
  readonly complete: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly freeBytes: () => Promise<number>;
  /** Completes what a crash interrupted, and deletes files that no set refers to. */
  readonly recover: (isKnown: (id: string) => boolean) => void;
};

export function createMapSetFolder(dataDir: string): MapSetFolder {
  const folder = join(dataDir, FOLDER);
  const fileOf = (id: string) => join(folder, id);
  const partialPathOf = (id: string) => join(folder, `${id}${PARTIAL}`);
  return {
    pathOf: ({ id, path }) => path ?? fileOf(id),
    partialPathOf,
    // Not `storeIncoming`: a file has its final name only when it was found usable and its set is stored.
    store: (id, chunks, room) => writeIncoming(partialPathOf(id), chunks, room),
    async complete(id) {
      await rename(partialPathOf(id), fileOf(id));
      await syncFolder(folder);
    },
    async remove(id) {
      await rm(partialPathOf(id), { force: true });
      await rm(fileOf(id), { force: true });
    },
    freeBytes: () => freeBytesOf(dataDir),
    recover(isKnown) {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder).filter((one) => one.endsWith(PARTIAL))) {
        const id = name.slice(0, -PARTIAL.length);
        if (isKnown(id) && !existsSync(fileOf(id))) renameSync(join(folder, name), fileOf(id));
        else rmSync(join(folder, name), { force: true });
      }
    },
  };
}

export type FileState = { readonly bytes: number; readonly modifiedMs: number };

/** Size and time of a file that can be read; `undefined` where there is none, or something that is not a file. */
export async function findFile(path: string): Promise<FileState | undefined> {
  try {
    const found = await stat(path);
    // A named pipe would wait for a writer endlessly.
    if (!found.isFile()) return undefined;
    await access(path, constants.R_OK);
    return { bytes: found.size, modifiedMs: Math.trunc(found.mtimeMs) };
  } catch {
    return undefined;
  }
}
