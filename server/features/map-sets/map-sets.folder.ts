import { constants, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { access, mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { MapSetModel } from "./map-sets.store.ts";

const FOLDER = "map-sets";
const PARTIAL = ".part";
/** How often the free space is looked at while a file comes in. */
const BYTES_PER_LOOK = 64 * 1024 * 1024;
/** Only the person who runs the station reads its files. */
const OWNER_ONLY = 0o600;

export type StoreOutcome = { readonly kind: "stored" } | { readonly kind: "no_room" };

/** The folder of the data directory with the files that were uploaded, named by the ids of their sets. */
export type MapSetFolder = {
  readonly pathOf: (set: Pick<MapSetModel, "id" | "path">) => string;
  readonly partialPathOf: (id: string) => string;
  /** Writes a file as it comes in, and returns when it is on disk; whatever fails, nothing is left behind. */
  readonly store: (id: string, chunks: AsyncIterable<Uint8Array>, room: () => Promise<number>) => Promise<StoreOutcome>;
  /** Gives a stored file its final name. */
  readonly complete: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly freeBytes: () => Promise<number>;
  /** Completes what a crash interrupted, and deletes what nobody will complete. */
  readonly recover: (isKnown: (id: string) => boolean) => void;
};

export function createMapSetFolder(dataDir: string): MapSetFolder {
  const folder = join(dataDir, FOLDER);
  const fileOf = (id: string) => join(folder, id);
  const partialPathOf = (id: string) => join(folder, `${id}${PARTIAL}`);
  return {
    pathOf: ({ id, path }) => path ?? fileOf(id),
    partialPathOf,
    async store(id, chunks, room) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const outcome = await write(partialPathOf(id), chunks, room);
        if (outcome.kind !== "stored") await rm(partialPathOf(id), { force: true });
        return outcome;
      } catch (error) {
        await rm(partialPathOf(id), { force: true });
        throw error;
      }
    },
    async complete(id) {
      await rename(partialPathOf(id), fileOf(id));
      await syncFolder(folder);
    },
    async remove(id) {
      await rm(partialPathOf(id), { force: true });
      await rm(fileOf(id), { force: true });
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
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

async function write(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  room: () => Promise<number>,
): Promise<StoreOutcome> {
  let left = await room();
  if (left <= 0) return { kind: "no_room" };
  const handle = await open(path, "wx", OWNER_ONLY);
  try {
    let sinceLook = 0;
    for await (const chunk of chunks) {
      sinceLook += chunk.length;
      left -= chunk.length;
      if (left <= 0) return { kind: "no_room" };
      await handle.writeFile(chunk);
      if (sinceLook < BYTES_PER_LOOK) continue;
      left = Math.min(left, await room());
      sinceLook = 0;
    }
    await handle.sync();
    return { kind: "stored" };
  } finally {
    await handle.close();
  }
}

/** A new name is on disk when its folder is; Windows has no such call, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export type FileState = { readonly bytes: number; readonly modifiedMs: number };

/** Size and time of a file that can be read; `undefined` where there is none, or something that is no file. */
export async function findFile(path: string): Promise<FileState | undefined> {
  try {
    const found = await stat(path);
    // A named pipe would wait for a writer for ever.
    if (!found.isFile()) return undefined;
    await access(path, constants.R_OK);
    return { bytes: found.size, modifiedMs: Math.trunc(found.mtimeMs) };
  } catch {
    return undefined;
  }
}
