import type { TileFormat } from "../../contracts/map-sets.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { MapSetsDeps } from "./map-sets.deps.ts";
import { findFile, type MapSetFolder } from "./map-sets.folder.ts";
import { createMapSetIntake } from "./map-sets.intake.ts";
import { canChange, movedTo, storedBytes } from "./map-sets.rules.ts";
import {
  findMapSet,
  listMapSets,
  type MapSetModel,
  removeMapSet,
  updateMapSet,
  updatePositions,
} from "./map-sets.store.ts";
import { formatOfPicture } from "./tile-content.rules.ts";
import type { TileAddress } from "./tile-file.ts";
import type { TileFiles } from "./tile-files.ts";

export type ChangeOutcome = { readonly kind: "changed"; readonly set: MapSetModel } | Refusal;
type Refusal = { readonly kind: "unknown" } | { readonly kind: "forbidden"; readonly message: string };

export type TileOutcome =
  | { readonly kind: "tile"; readonly bytes: Uint8Array; readonly set: MapSetModel; readonly format: TileFormat }
  | { readonly kind: "unknown" }
  | { readonly kind: "no_tile" }
  | { readonly kind: "unreadable"; readonly message: string };

export type FeaturesOutcome =
  | { readonly kind: "features"; readonly bytes: Uint8Array; readonly set: MapSetModel }
  | { readonly kind: "unknown" }
  | { readonly kind: "unreadable"; readonly message: string };

export type MapSetChanges = {
  readonly name?: string | undefined;
  readonly order?: number | undefined;
  readonly opacity?: number | undefined;
  readonly attribution?: string | undefined;
};

export type MapSetsService = ReturnType<typeof createMapSetsService>;

export function createMapSetsService(deps: MapSetsDeps, folder: MapSetFolder, files: TileFiles) {
  const { db } = deps;
  const { upload, link, room } = createMapSetIntake(deps, folder, files);

  /** Whether the file of a set is still the one that was added. */
  async function isReady(set: MapSetModel): Promise<boolean> {
    const file = await findFile(folder.pathOf(set));
    if (file === undefined || file.bytes !== set.bytes) return false;
    return set.path === null || file.modifiedMs === set.modifiedMs;
  }

  async function readTile(id: string, tile: TileAddress): Promise<TileOutcome> {
    const set = findMapSet(db, id);
    if (set === undefined) return { kind: "unknown" };
    const { container, format } = set;
    if (container === "geojson" || container === "kml" || format === "geojson") return { kind: "no_tile" };
    const across = 2 ** tile.z;
    if (tile.z < set.minZoom || tile.z > set.maxZoom || tile.x >= across || tile.y >= across) {
      return { kind: "no_tile" };
    }
    if (!(await isReady(set))) return GONE;
    const read = await files.readTile(folder.pathOf(set), container, tile);
    if (read.kind === "unusable") return { kind: "unreadable", message: read.message };
    const { bytes } = read;
    if (bytes === undefined) return { kind: "no_tile" };
    return { kind: "tile", bytes, set, format: (container === "gpkg" ? formatOfPicture(bytes) : undefined) ?? format };
  }

  async function readFeatures(id: string): Promise<FeaturesOutcome> {
    const set = findMapSet(db, id);
    if (set === undefined) return { kind: "unknown" };
    if (set.format !== "geojson") return { kind: "unreadable", message: "This map set has tiles and no features." };
    if (!(await isReady(set))) return GONE;
    const read = await files.readFeatures(folder.pathOf(set));
    return read.kind === "features" ? { ...read, set } : { kind: "unreadable", message: read.message };
  }

  function change(id: string, changes: MapSetChanges, caller: Principal): ChangeOutcome {
    const set = findMapSet(db, id);
    if (set === undefined) return { kind: "unknown" };
    if (!canChange(set, caller)) return NOT_OWN;
    if (changes.order !== undefined && !caller.isAdministrator) return NOT_ADMINISTRATOR;
    const { name = set.name, opacity = set.opacity, attribution = set.attribution } = changes;
    updateMapSet(db, id, { name, opacity, attribution });
    if (changes.order !== undefined) {
      const order = listMapSets(db).map((one) => one.id);
      updatePositions(db, movedTo(order, id, changes.order));
    }
    return { kind: "changed", set: findMapSet(db, id)! };
  }

  async function remove(id: string, caller: Principal): Promise<{ readonly kind: "removed" } | Refusal> {
    const set = findMapSet(db, id);
    if (set === undefined) return { kind: "unknown" };
    if (!canChange(set, caller)) return NOT_OWN;
    removeMapSet(db, id);
    const order = listMapSets(db).map((one) => one.id);
    updatePositions(db, order);
    await files.release(folder.pathOf(set));
    if (set.path === null) await folder.remove(id);
    return { kind: "removed" };
  }

  return {
    upload,
    link,
    isReady,
    readTile,
    readFeatures,
    change,
    remove,
    list: () => listMapSets(db),
    find: (id: string) => findMapSet(db, id),
    async storage(caller: Principal) {
      const sets = listMapSets(db);
      return {
        sets: sets.length,
        storedBytes: storedBytes(sets),
        freeBytes: await folder.freeBytes(),
        room: await room(caller),
      };
    },
  };
}

const GONE = {
  kind: "unreadable",
  message: "The file of this map set is gone, or was changed since it was added.",
} as const;
const NOT_OWN = {
  kind: "forbidden",
  message: "Only who added this map set, or an administrator of this station, may do this.",
} as const;
const NOT_ADMINISTRATOR = {
  kind: "forbidden",
  message: "order: only an administrator of this station may change the order of the maps.",
} as const;
