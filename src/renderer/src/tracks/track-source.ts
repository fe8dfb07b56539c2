import type { TrackCollection } from "./track-collection.ts";

/** Where tracks come from: the live stream or a recording. Map, list and card depend only on this. */
export interface TrackSource {
  readonly collection: TrackCollection;
  /** Milliseconds on the clock that ages are judged by: the station's while live, the scrubbed time of a recording. */
  readonly nowMs: () => number;
}
