import type { SensorMark } from "./sensor-collection.ts";
import type { Track } from "./track-collection.ts";

/** All aircraft at one time, live or past, as map, list and card read them. Only its owner changes it, in place. */
export interface TrackReader {
  readonly tracks: ReadonlyMap<string, Track>;
  readonly sensors: ReadonlyMap<string, SensorMark>;
  /** Calls back after every change; returns a function that stops it. */
  onChange(listener: () => void): () => void;
}

/** Where tracks come from: the live stream, a past time or a recording. Map, list and card depend only on this. */
export interface TrackSource {
  readonly collection: TrackReader;
  /** Milliseconds on the clock that ages are judged by: the station's while live, otherwise the time that is shown. */
  readonly nowMs: () => number;
  /** The map shows changes at these intervals; each one in the next frame if it is not set. */
  readonly shownEveryMs?: number;
}

/** The aircraft that the live page shows: now, or at a past time. */
export interface SwitchableTrackSource extends TrackSource {
  readonly kind: "live" | "replay";
  /** Loads all data of an aircraft of which only a part is known. */
  loadDetails(operationId: string): void;
}
