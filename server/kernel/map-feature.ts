import type { OnTrack, UaOnMap } from "./telemetry.ts";

/** A geometry of RFC 7946. */
export type Geometry = { readonly type: string; readonly coordinates: readonly unknown[] };

/** An entry of a list as a map draws it. */
export type MapFeature = {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly shape:
    /** Lines through the points, which are read while they are written; track after track, each by time. */
    | { readonly kind: "tracks"; readonly points: AsyncIterable<readonly OnTrack<UaOnMap>[]> }
    | { readonly kind: "geometry"; readonly geometry: Geometry };
};
