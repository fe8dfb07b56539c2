import type { TileAddress, TileFileFacts } from "./tile-file.ts";
import type { MapSetContainer } from "../../contracts/map-sets.ts";

/** The files that have tiles; the others are overlays. */
export type TileContainer = Exclude<MapSetContainer, "geojson" | "kml">;

/** Requests to the thread that reads files of tiles. */
export type TileRequest =
  | { readonly kind: "inspect"; readonly path: string; readonly mayWrite: boolean }
  | { readonly kind: "tile"; readonly path: string; readonly container: TileContainer; readonly tile: TileAddress }
  | { readonly kind: "features"; readonly path: string }
  | { readonly kind: "close"; readonly path: string };

export type TileReply =
  | { readonly kind: "facts"; readonly facts: TileFileFacts }
  /** Why a file cannot be used, as a sentence. */
  | { readonly kind: "unusable"; readonly message: string }
  | { readonly kind: "tile"; readonly bytes: Uint8Array | undefined }
  /** GeoJSON. */
  | { readonly kind: "features"; readonly bytes: Uint8Array }
  | { readonly kind: "closed" };
