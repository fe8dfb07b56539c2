import type { DecodedTracks, FoundFlight, TrackOptions } from "../../import/tracks/track.shapes.ts";
import type { PackedPoints } from "../../kernel/track-points.ts";
import type { DecodedZones } from "../../kernel/zone.ts";

/** Messages to the thread: one file after the other. A chunk is sent only when one is wanted. */
export type DecodeCommand =
  | { readonly type: "open"; readonly options: Omit<TrackOptions, "signal" | "onProgress"> }
  | { readonly type: "chunk"; readonly bytes: Uint8Array }
  | { readonly type: "end" }
  /** A whole file of zones. */
  | { readonly type: "zones"; readonly text: string };

export type PackedTracks =
  | Extract<DecodedTracks, { readonly kind: "invalid" }>
  | (Omit<Extract<DecodedTracks, { readonly kind: "flights" }>, "flights"> & {
      readonly flights: readonly (Omit<FoundFlight, "points"> & { readonly points: PackedPoints })[];
    });

/** Messages from the thread; the last ends a file. */
export type DecodeReport =
  | { readonly type: "want" }
  | { readonly type: "progress"; readonly bytesRead: number }
  | { readonly type: "decoded"; readonly tracks: PackedTracks }
  | { readonly type: "zones"; readonly zones: DecodedZones };
