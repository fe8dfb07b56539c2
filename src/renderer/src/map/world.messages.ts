import type { MapMode } from "./palettes.ts";

/** The messages between the map and the worker that draws the built-in world. */
export type WorldRequest =
  /** Draw from the coarse outlines, at once. */
  | { readonly kind: "start" }
  /** Fetch the detailed ones, and then the towns. */
  | { readonly kind: "load"; readonly outlines: string; readonly towns: string }
  /** Asks for the largest towns of an area, in fractions of the Mercator world. */
  | { readonly kind: "towns"; readonly area: MercatorArea; readonly limit: number }
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
    }
  | { readonly kind: "cancel"; readonly key: string };

export type WorldReply =
  | { readonly kind: "tile"; readonly key: string; readonly mode: MapMode; readonly bitmap: ImageBitmap }
  | { readonly kind: "countries"; readonly countries: readonly CountryLabel[] }
  | { readonly kind: "detail"; readonly countries: readonly CountryLabel[] }
  | { readonly kind: "towns-ready" }
  | { readonly kind: "towns"; readonly towns: readonly Town[] };

export interface MercatorArea {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

export interface Town {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly population: number;
}

/** A country's name, where to write it, and how wide its largest part is, in fractions of the Mercator world. */
export interface CountryLabel {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly span: number;
}
