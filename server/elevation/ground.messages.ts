import type { GroundCell } from "../contracts/elevation.ts";
import type { TileAddress } from "../contracts/ground-tile.ts";

/** Requests to the thread that reads the folder of heights. */
export type GroundRequest = { readonly kind: "cells" } | { readonly kind: "tile"; readonly tile: TileAddress };

export type GroundReply =
  | { readonly kind: "cells"; readonly cells: readonly GroundCell[] }
  | { readonly kind: "tile"; readonly bytes: Uint8Array<ArrayBuffer> | undefined }
  | { readonly kind: "failed"; readonly message: string };
