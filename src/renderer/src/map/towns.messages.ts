import type { LatLon } from "../tracks/mercator.ts";
import type { NearTown } from "./tools/town-search.ts";
import type { Town } from "./world.names.ts";

/** The messages between the console and the worker that holds the list of towns; `list` is its address. */
export type TownRequest =
  | {
      readonly kind: "find";
      readonly request: number;
      readonly list: string;
      readonly text: string;
      readonly limit: number;
    }
  | {
      readonly kind: "nearest";
      readonly request: number;
      readonly list: string;
      readonly places: readonly LatLon[];
      readonly withinM: number;
    };

export type TownReply =
  | { readonly kind: "found"; readonly request: number; readonly towns: readonly Town[] }
  | { readonly kind: "nearest"; readonly request: number; readonly towns: readonly (NearTown | undefined)[] }
  /** The list could not be read; the next request tries again. */
  | { readonly kind: "failed"; readonly request: number };
