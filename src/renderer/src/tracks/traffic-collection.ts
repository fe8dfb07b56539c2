import type { Traffic } from "../../../../server/contracts/traffic.ts";
import { type MercatorPoint, toMercator } from "./mercator.ts";

/** An aircraft with a crew: its last record, and its position on the map. */
export interface TrafficMark extends MercatorPoint {
  readonly record: Traffic;
  readonly timeMs: number;
}

/** An aircraft that was not received for longer is no longer shown. */
const TRAFFIC_GONE_MS = 60_000;
const FRESH_MS = 15_000;
const FAINTEST = 0.25;

/** The opacity of an aircraft: it decreases with the age of the last record and is 0 when the aircraft is gone. */
export function trafficOpacity(ageMs: number): number {
  if (ageMs > TRAFFIC_GONE_MS) return 0;
  const faded = Math.max(0, ageMs - FRESH_MS) / (TRAFFIC_GONE_MS - FRESH_MS);
  return 1 - faded * (1 - FAINTEST);
}

/** All aircraft with a crew at one time, as map and card read them. */
export interface TrafficReader {
  readonly marks: ReadonlyMap<string, TrafficMark>;
  /** Calls back after every change; returns a function that stops it. */
  onChange(listener: () => void): () => void;
}

/** The newest position of each aircraft with a crew. Kept apart from the tracks, so that none is taken for a drone. */
export class TrafficCollection implements TrafficReader {
  readonly marks = new Map<string, TrafficMark>();
  readonly #listeners = new Set<() => void>();

  /** Applies the records of the live stream. */
  apply(records: readonly Traffic[]): void {
    // An empty overview arrives every few seconds.
    if (records.length === 0) return;
    for (const record of records) {
      const mark = markOf(record);
      if ((this.marks.get(record.icao)?.timeMs ?? -Infinity) <= mark.timeMs) this.marks.set(record.icao, mark);
    }
    this.#notify();
  }

  /** Replaces all aircraft by these. */
  replace(records: readonly Traffic[]): void {
    this.marks.clear();
    for (const record of records) this.marks.set(record.icao, markOf(record));
    this.#notify();
  }

  /** Removes aircraft that are gone. */
  sweep(nowMs: number): void {
    if (this.marks.size === 0) return;
    for (const [icao, { timeMs }] of this.marks) if (nowMs - timeMs > TRAFFIC_GONE_MS) this.marks.delete(icao);
    // The others are drawn again, because they fade.
    this.#notify();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function markOf(record: Traffic): TrafficMark {
  return { record, timeMs: Date.parse(record.time), ...toMercator(record) };
}
