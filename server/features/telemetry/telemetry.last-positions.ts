import type { Clock } from "../../kernel/clock.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { LastPoint } from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../../storage/database.ts";
import type { LatestTelemetry } from "./telemetry.latest.store.ts";
import { createPositionedFinder } from "./telemetry.positioned.store.ts";
import type { TelemetryRecording } from "./telemetry.recording.store.ts";

/** Maximum age of a position in the overviews; also how far a sensor's clock may be ahead of the station. */
const MAX_OVERVIEW_AGE_MS = 30 * MINUTE_MS;
const PRUNE_EVERY_POINTS = 20_000;

/**
 * The last reported positions of everything ongoing, in memory, so that a global overview costs one entry per ongoing
 * operation and never reads tracks. Loaded from the store once and updated with every recorded point.
 */
export type LastPositions = {
  readonly noteUa: (suboperation: number, point: LastPoint) => void;
  readonly noteOperator: (suboperation: number, point: LastPoint) => void;
  readonly noteSystem: (sensorId: string, point: LastPoint) => void;
  /** Newest positions at or after a time: of aircraft and of operators by suboperation, of systems by sensor. */
  readonly listUa: (sinceMs: number) => ReadonlyMap<number, LastPoint>;
  readonly listOperator: (sinceMs: number) => ReadonlyMap<number, LastPoint>;
  readonly listSystem: (sinceMs: number) => ReadonlyMap<string, LastPoint>;
};

export function createLastPositions(db: ReadableDb, latest: LatestTelemetry, clock: Clock): LastPositions {
  const ua = createNewestByKey<number>(clock);
  const operator = createNewestByKey<number>(clock);
  const system = createNewestByKey<string>(clock);

  const known = createPositionedFinder(db);
  const sinceMs = clock.now() - MAX_OVERVIEW_AGE_MS;
  for (const suboperation of known.listOngoing(sinceMs)) {
    const lastUa = latest.findUa(suboperation);
    if (lastUa !== undefined) ua.note(suboperation, lastUa);
    const lastOperator = latest.findOperator(suboperation);
    if (lastOperator !== undefined) operator.note(suboperation, lastOperator);
  }
  for (const sensorId of known.listSensors()) {
    const placed = latest.findPlacedSystem(sensorId, sinceMs);
    if (placed !== undefined) system.note(sensorId, placed);
  }

  return {
    noteUa: ua.note,
    noteOperator: operator.note,
    noteSystem: system.note,
    listUa: ua.list,
    listOperator: operator.list,
    listSystem: system.list,
  };
}

/** Wraps the recording so that it also updates the positions. Like the live stream, they may be ahead of the disk. */
export function withLastPositions(recording: TelemetryRecording, positions: LastPositions): TelemetryRecording {
  return {
    ...recording,
    recordUa(suboperation, point) {
      positions.noteUa(suboperation, point);
      return recording.recordUa(suboperation, point);
    },
    recordUaPoints(suboperation, points) {
      for (const point of points) positions.noteUa(suboperation, point);
      return recording.recordUaPoints(suboperation, points);
    },
    recordOperatorPoints(suboperation, points) {
      for (const point of points) positions.noteOperator(suboperation, point);
      return recording.recordOperatorPoints(suboperation, points);
    },
    insertUaIfAbsent(suboperation, point) {
      positions.noteUa(suboperation, point);
      return recording.insertUaIfAbsent(suboperation, point);
    },
    insertOperatorIfAbsent(suboperation, point) {
      positions.noteOperator(suboperation, point);
      return recording.insertOperatorIfAbsent(suboperation, point);
    },
    replaceUa(suboperation, points, isHistory) {
      if (!isHistory) for (const point of points) positions.noteUa(suboperation, point);
      return recording.replaceUa(suboperation, points, isHistory);
    },
    recordOperator(suboperation, point) {
      positions.noteOperator(suboperation, point);
      return recording.recordOperator(suboperation, point);
    },
    recordSystem(sensorId, point) {
      const { timeMs, latitudeE7, longitudeE7 } = point;
      if (latitudeE7 !== null && longitudeE7 !== null) {
        positions.noteSystem(sensorId, { timeMs, latitudeE7, longitudeE7 });
      }
      return recording.recordSystem(sensorId, point);
    },
  };
}

/** The newest position under each key. */
function createNewestByKey<K>(clock: Clock) {
  const newest = new Map<K, LastPoint>();
  let noted = 0;

  function isKept({ timeMs }: LastPoint, nowMs: number): boolean {
    return Math.abs(nowMs - timeMs) <= MAX_OVERVIEW_AGE_MS;
  }
  function prune(): void {
    const nowMs = clock.now();
    for (const [key, point] of newest) if (!isKept(point, nowMs)) newest.delete(key);
  }
  return {
    note(key: K, { timeMs, latitudeE7, longitudeE7 }: LastPoint): void {
      if (++noted % PRUNE_EVERY_POINTS === 0) prune();
      const known = newest.get(key);
      if (known !== undefined && known.timeMs > timeMs) return;
      const point = { timeMs, latitudeE7, longitudeE7 };
      if (isKept(point, clock.now())) newest.set(key, point);
    },
    list(sinceMs: number): ReadonlyMap<K, LastPoint> {
      prune();
      return new Map([...newest].filter(([, { timeMs }]) => timeMs >= sinceMs));
    },
  };
}
