import type { Traffic } from "../../contracts/traffic.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { type Bbox, isInside } from "../../kernel/geo.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { MAX_TRAFFIC_AGE_MS, type TrafficPoint } from "../../kernel/traffic.ts";
import { ageTimeMs } from "../../storage/age-clock.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../storage/sliced.ts";
import type { TrafficDeps } from "./traffic.deps.ts";
import { DEFAULT_KEPT_DAYS, isStored, keptFromMs } from "./traffic.rules.ts";
import { toStoredPrecision, type TrafficStore } from "./traffic.store.ts";
import { toTraffic } from "./traffic.wire.ts";

export type TrafficService = ReturnType<typeof createTrafficService>;

/** Receives reports of traffic: the newest of each aircraft is shown, and some are stored. */
export function createTrafficService(deps: TrafficDeps, store: TrafficStore) {
  const { clock, publish } = deps;
  const newest = new Map<string, TrafficPoint>();
  const storedMs = new Map<string, number>();
  /** Received since the last flush, by aircraft: several reports of one within a flush are one. */
  let waiting = new Map<string, TrafficPoint>();
  let forStore: TrafficPoint[] = [];

  function forgetOld(nowMs: number): void {
    for (const [icao, { timeMs }] of newest) if (nowMs - timeMs > MAX_TRAFFIC_AGE_MS) newest.delete(icao);
    for (const [icao, timeMs] of storedMs) if (Math.abs(nowMs - timeMs) > MAX_TRAFFIC_AGE_MS) storedMs.delete(icao);
  }

  function listNow(bbox: Bbox | undefined): readonly TrafficPoint[] {
    const nowMs = clock.now();
    return [...newest.values()].filter(
      (point) => nowMs - point.timeMs <= MAX_TRAFFIC_AGE_MS && (bbox === undefined || isInside(bbox, point)),
    );
  }

  function listAt(atMs: number, bbox: Bbox | undefined): readonly TrafficPoint[] {
    const last = new Map<string, TrafficPoint>();
    // The box is applied to the last position only: an aircraft that has left it is not inside any more.
    for (const point of store.list({ fromMs: atMs - MAX_TRAFFIC_AGE_MS, toMs: atMs })) last.set(point.icao, point);
    return [...last.values()].filter((point) => bbox === undefined || isInside(bbox, point));
  }

  return {
    /** Adds a report; it is stored and published with the next flush. `isLive` is false for a replay of a recording. */
    take(point: TrafficPoint, isLive: boolean): void {
      const rounded = toStoredPrecision(point);
      if (isStored(rounded, storedMs.get(point.icao))) {
        storedMs.set(point.icao, point.timeMs);
        forStore.push(rounded);
      }
      if (!isLive || clock.now() - point.timeMs > MAX_TRAFFIC_AGE_MS) return;
      if (point.timeMs <= (newest.get(point.icao)?.timeMs ?? -Infinity)) return;
      newest.set(point.icao, rounded);
      waiting.set(point.icao, rounded);
    },
    /** Publishes and stores the reports since the last flush. */
    flush(): void {
      const stored = forStore;
      const published = waiting;
      forStore = [];
      waiting = new Map();
      // What is shown must not depend on the disk.
      for (const point of published.values()) publish(toTraffic(point));
      if (stored.length === 0) return;
      store.insert.immediate(stored);
      deps.onStored(stored);
    },
    /** The present positions of aircraft, or those at a time. */
    list(atMs: number | undefined, bbox: Bbox | undefined): readonly Traffic[] {
      const points = atMs === undefined ? listNow(bbox) : listAt(atMs, bbox);
      return points.map(toTraffic).toSorted((a, b) => (a.icao < b.icao ? -1 : 1));
    },
    /** Stored positions in a range and a box, in order of time; read minute by minute. */
    async read(range: TimeRange, bbox: Bbox, signal: AbortSignal): Promise<readonly TrafficPoint[]> {
      const points: TrafficPoint[] = [];
      for (let { fromMs } = range; fromMs <= range.toMs; fromMs += MINUTE_MS) {
        const toMs = Math.min(range.toMs, fromMs + MINUTE_MS - 1);
        for (const point of store.list({ fromMs, toMs }, bbox)) points.push(point);
        await yieldToEventLoop(signal);
      }
      return points;
    },
    getKeptDays: () => store.findKeptDays() ?? DEFAULT_KEPT_DAYS,
    saveKeptDays: store.saveKeptDays,
    forgetOld: () => forgetOld(clock.now()),
    /** Removes positions that are older than the retention time. */
    async purge(signal: AbortSignal): Promise<void> {
      const nowMs = ageTimeMs(deps.reader, clock.now());
      const beforeMs = keptFromMs(store.findKeptDays() ?? DEFAULT_KEPT_DAYS, nowMs);
      while (store.removeBefore(beforeMs, SLICE_ROWS) === SLICE_ROWS) await yieldToEventLoop(signal);
    },
  };
}
