import { realpath } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { Principal } from "../../kernel/principal.ts";
import type { MapSetsDeps } from "./map-sets.deps.ts";
import { findFile, type MapSetFolder } from "./map-sets.folder.ts";
import { attributionOf, MAX_MAP_SETS, nameOf, storedBytes, styleOf, uploadRoom } from "./map-sets.rules.ts";
import { findMapSet, insertMapSet, listMapSets, type MapSetModel } from "./map-sets.store.ts";
import type { TileFileFacts } from "./tile-file.ts";
import type { TileFiles } from "./tile-files.ts";

export type AddOutcome =
  | { readonly kind: "added"; readonly set: MapSetModel }
  | { readonly kind: "unusable"; readonly message: string }
  | { readonly kind: "no_room" }
  | { readonly kind: "too_many" };

export type UploadedFile = {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly name: string | undefined;
  readonly fileName: () => string | undefined;
};

/** Adds files: uploaded ones to the folder of the station, others where they are. */
export function createMapSetIntake({ db, clock, ids }: MapSetsDeps, folder: MapSetFolder, files: TileFiles) {
  const storedOf = (caller: Principal) => storedBytes(listMapSets(db).filter((set) => set.ownerId === caller.userId));
  const isFull = () => listMapSets(db).length >= MAX_MAP_SETS;

  async function room(caller: Principal): Promise<number> {
    return uploadRoom(caller, { ofCaller: storedOf(caller), freeBytes: await folder.freeBytes() });
  }

  /** Streams the file to disk, checks it there, and keeps it only when it can be drawn. */
  async function upload({ chunks, name, fileName }: UploadedFile, caller: Principal): Promise<AddOutcome> {
    if (isFull()) return { kind: "too_many" };
    const id = ids.random();
    const stored = await folder.store(id, chunks, () => room(caller));
    if (stored.kind === "no_room") return stored;
    let isKept = false;
    try {
      const partial = folder.partialPathOf(id);
      const inspected = await files.inspect(partial, { mayWrite: true });
      if (inspected.kind === "unusable") return inspected;
      // Other sets may have been added while this one was uploaded.
      if (isFull()) return { kind: "too_many" };
      const set = insert(id, inspected.facts, {
        path: null,
        name: nameOf(name, inspected.facts.name, fileName()),
        file: (await findFile(partial))!,
        caller,
      });
      isKept = true;
      await folder.complete(id);
      return { kind: "added", set };
    } finally {
      if (!isKept) await folder.remove(id);
    }
  }

  /** Adds a file where it is. */
  async function link(path: string, name: string | undefined, caller: Principal): Promise<AddOutcome> {
    if (isFull()) return { kind: "too_many" };
    if (!isAbsolute(path)) return { kind: "unusable", message: "path: must be absolute." };
    const real = await realpath(path).catch(() => path);
    const file = await findFile(real);
    if (file === undefined) {
      return { kind: "unusable", message: "path: there is no file that the station may read." };
    }
    const inspected = await files.inspect(real, { mayWrite: false });
    if (inspected.kind === "unusable") return inspected;
    const about = { path: real, name: nameOf(name, inspected.facts.name, real), file, caller };
    return { kind: "added", set: insert(ids.random(), inspected.facts, about) };
  }

  function insert(
    id: string,
    facts: TileFileFacts,
    about: {
      readonly path: string | null;
      readonly name: string;
      readonly file: { readonly bytes: number; readonly modifiedMs: number };
      readonly caller: Principal;
    },
  ): MapSetModel {
    const { name: _name, bounds, ...others } = facts;
    const { path, name, file, caller } = about;
    const style = styleOf(facts);
    const time = { addedMs: clock.now() };
    const shown = { style, attribution: attributionOf(facts, style), opacity: 1 };
    insertMapSet(db, { id, ownerId: caller.userId, name, path, ...file, ...others, ...bounds, ...shown, ...time });
    return findMapSet(db, id)!;
  }

  return { upload, link, room };
}
