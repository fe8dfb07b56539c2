import type { MapSetsDeps } from "./map-sets.deps.ts";
import { createMapSetFolder } from "./map-sets.folder.ts";
import { createMapSetsHandlers, type MapSetsHandlers } from "./map-sets.handlers.ts";
import { createMapSetsService } from "./map-sets.service.ts";
import { findMapSet } from "./map-sets.store.ts";
import { createTileFiles } from "./tile-files.ts";

/** Maps of the operator, as files of tiles that the station serves to every client. */
export function createMapSets(deps: MapSetsDeps): {
  readonly handlers: MapSetsHandlers;
  readonly close: () => Promise<void>;
} {
  const folder = createMapSetFolder(deps.dataDir);
  folder.recover((id) => findMapSet(deps.db, id) !== undefined);
  const files = createTileFiles();
  return { handlers: createMapSetsHandlers(createMapSetsService(deps, folder, files)), close: files.close };
}
