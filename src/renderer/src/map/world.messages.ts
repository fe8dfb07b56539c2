import type { MapMode } from "./palettes.ts";
import type { MercatorArea, WorldNames } from "./world.names.ts";

/** The messages between the map and the worker that draws the built-in map. */
export type WorldRequest =
  /** The absolute address of the cells of the world and of its heights, with a slash at the end. */
  | { readonly kind: "open"; readonly folder: string; readonly reliefFolder: string }
  /** Requests the named features in an area. */
  | { readonly kind: "names"; readonly area: MercatorArea; readonly z: number; readonly limit: number }
  | {
      readonly kind: "tile";
      readonly key: string;
      readonly z: number;
      readonly x: number;
      readonly y: number;
      /** Pixels of the bitmap, each way. */
      readonly sizePx: number;
      readonly mode: MapMode;
      readonly pixelRatio: number;
      /** The strength of the relief, from 0 to 1. */
      readonly relief: number;
    }
  | { readonly kind: "cancel"; readonly key: string };

export type WorldReply =
  | {
      readonly kind: "tile";
      readonly key: string;
      readonly mode: MapMode;
      readonly relief: number;
      readonly bitmap: ImageBitmap;
    }
  /** The cell of this tile, or its heights, could not be read. */
  | { readonly kind: "failed"; readonly key: string }
  | { readonly kind: "names"; readonly names: WorldNames };
