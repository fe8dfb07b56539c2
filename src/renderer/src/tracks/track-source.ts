import type { SensorMark } from "./sensor-collection.ts";
import type { Track } from "./track-collection.ts";

/** All aircraft of a picture as map, list and card read them. Only its owner changes it, in place. */
export interface TrackReader {
  readonly tracks: ReadonlyMap<string, Track>;
  readonly sensors: ReadonlyMap<string, SensorMark>;
  /** Calls back after every change; returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** Where tracks come from: the live stream, a past time or a recording. Map, list and card depend only on this. */
export interface TrackSource {
  readonly collection: TrackReader;
  /** Milliseconds on the clock that ages are judged by: the station's while live, otherwise the time that is shown. */
  readonly nowMs: () => number;
}

/** The picture of all traffic that the live page shows: as it is now, or as it was. */
export interface TrafficPicture extends TrackSource {
  readonly kind: "live" | "replay";
  /** Loads everything about an aircraft of which only a part is known. */
  loadDetails(operationId: string): void;
}
