import type { AddedRecords, SuboperationModel } from "../../features/operations/index.ts";
import { isImported, type OperationsFeature } from "../../features/operations/index.ts";
import type { StatisticsFeature } from "../../features/statistics/index.ts";
import type { TelemetryFeature } from "../../features/telemetry/index.ts";
import { type Clock, SECOND_MS } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { SystemPoint, UaPoint } from "../../kernel/telemetry.ts";
import { isDiskFull } from "../../storage/disk-full.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { GroupCommit } from "../../storage/group-commit.ts";
import { createGroupCommit } from "../../storage/group-commit.ts";
import { createWalFlush, type WalFlush } from "../../storage/wal-flush.ts";
import type { StoredRecord } from "./recording.observer.ts";
import { createSightingRecorder, type SightingItem } from "./sighting-tracks.ts";

type FlightItem = { readonly kind: "flight"; readonly suboperation: SuboperationModel; readonly ua: UaPoint };

export type RecordItem =
  | SightingItem
  | FlightItem
  /** Has nothing to store: it asks the fusion for a decision that needs the records before it. */
  | { readonly kind: "decision" }
  | { readonly kind: "system"; readonly sensorId: string; readonly point: SystemPoint; readonly isUploaded?: true };

export type Recorder = GroupCommit<RecordItem> & {
  /** Call when a track gained points other than through `add`. */
  readonly markTrackGrown: (suboperation: number) => void;
  /** Tracks that gained points since the last call. */
  readonly drainGrownTracks: () => readonly number[];
  /** Call between the slices of an upload: waits for a commit while too many records wait, from any source. */
  readonly waitForRoom: () => Promise<void>;
  /** Since when records have been waiting without any write, Unix milliseconds; null while none wait. */
  readonly waitingSinceMs: () => number | null;
};

/** Uploads pause when this many records wait for the disk. */
const MAX_WAITING_RECORDS = 4000;

/** The longest time that a live record waits before it is written to disk. */
const MAX_WAIT_MS = SECOND_MS / 4;

/** Stores what the fusion assigned: telemetry and the operations it belongs to, in one transaction. */
export function createRecorder(deps: {
  readonly writer: WritableDb;
  readonly telemetry: Pick<TelemetryFeature, "recording">;
  readonly operations: Pick<OperationsFeature, "fusionState">;
  readonly statistics: Pick<StatisticsFeature, "addOperatorRecords" | "discard" | "job">;
  /** Stores, within the transaction, from which time on the track of a flight is to be sent to peers. */
  readonly markTrack: (suboperation: number, fromMs: number) => void;
  /** Called with what was stored, once it is committed. */
  readonly onStored?: ((records: readonly StoredRecord[]) => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
}): Recorder {
  let waitingSinceMs = 0;
  const { recording } = deps.telemetry;
  const recordSightings = createSightingRecorder(recording, deps.operations);
  const { fusionState } = deps.operations;
  const grown = new Set<number>();

  function markTrackGrown(suboperation: number): void {
    grown.add(suboperation);
    deps.statistics.job.note(suboperation);
  }

  function apply(items: readonly RecordItem[]): () => void {
    recording.forgetRolledBack();
    const gained = new Map<SuboperationModel, { -readonly [K in keyof AddedRecords]: AddedRecords[K] }>();
    const operatorRecords = new Map<SuboperationModel, number>();
    const flightsFromMs = new Map<number, number>();
    const stored: StoredRecord[] = [];
    for (let index = 0; index < items.length; index++) {
      const item = items[index]!;
      if (item.kind === "decision") continue;
      if (item.kind === "system") {
        if (item.isUploaded) recording.replaceSystem(item.sensorId, item.point);
        else recording.recordSystem(item.sensorId, item.point);
        stored.push(sensorRecordOf(item.sensorId, item.point));
        continue;
      }
      if (item.kind === "flight") {
        const points = pointsFrom(items, index);
        index += points.length - 1;
        const { added, replaced } = recording.replaceUa(item.suboperation.id, points, isImported(item.suboperation));
        if (replaced > 0) deps.statistics.discard(item.suboperation.id);
        if (added + replaced === 0) continue;
        const gain = gained.get(item.suboperation) ?? { records: 0, lastMs: -Infinity };
        gained.set(item.suboperation, gain);
        gain.records += added;
        let fromMs = flightsFromMs.get(item.suboperation.id) ?? Infinity;
        for (const ua of points) {
          gain.lastMs = Math.max(gain.lastMs, ua.timeMs);
          fromMs = Math.min(fromMs, ua.timeMs);
          stored.push({ suboperation: item.suboperation, ua, operator: null, isReplaced: replaced > 0 });
        }
        flightsFromMs.set(item.suboperation.id, fromMs);
        continue;
      }
      const recorded = recordSightings(sightingsFrom(items, index));
      index += recorded.length - 1;
      for (const { suboperation, ua, operator, uaMs, operatorMs } of recorded) {
        if (uaMs === undefined && operatorMs === undefined) continue;
        let gain = gained.get(suboperation);
        if (gain === undefined) gained.set(suboperation, (gain = { records: 0, lastMs: -Infinity }));
        if (uaMs !== undefined) gain.records++;
        if (operatorMs !== undefined) operatorRecords.set(suboperation, (operatorRecords.get(suboperation) ?? 0) + 1);
        gain.lastMs = Math.max(gain.lastMs, uaMs ?? -Infinity, operatorMs ?? -Infinity);
        stored.push({ suboperation, ua: at(ua, uaMs), operator: at(operator, operatorMs) });
      }
    }
    const confirmExtents = recording.saveExtents();
    const isEverythingSaved = commits.queued() <= items.length;
    const confirm = fusionState.save(gained, isEverythingSaved);
    for (const [suboperation, fromMs] of flightsFromMs) deps.markTrack(suboperation, fromMs);
    for (const [{ id }, records] of operatorRecords) deps.statistics.addOperatorRecords(id, records);
    return () => {
      confirm();
      confirmExtents();
      for (const { id } of gained.keys()) markTrackGrown(id);
      if (isEverythingSaved && fusionState.hasUndecided()) commits.add({ kind: "decision" });
      if (walFlush === undefined) waitingSinceMs = deps.clock.now();
      deps.onStored?.(stored);
    };
  }

  const walFlush = createWalFlush(deps.writer);

  async function flush(): Promise<void> {
    await walFlush?.flush();
    waitingSinceMs = deps.clock.now();
  }

  const commits = createGroupCommit<RecordItem>({
    writer: deps.writer,
    apply,
    flush: walFlush && flush,
    maxWaitMs: MAX_WAIT_MS,
    onError(error, lost) {
      if (isDiskFull(error)) deps.log.warn({ lost }, "telemetry waits until the disk has room");
      else deps.log.error({ err: error, lost }, "telemetry could not be written");
    },
  });
  return {
    ...commits,
    add(item) {
      if (commits.waiting() === 0) waitingSinceMs = deps.clock.now();
      commits.add(item);
    },
    close: () => closeBoth(commits, walFlush),
    async waitForRoom() {
      if (commits.waiting() >= MAX_WAITING_RECORDS) await commits.committed();
    },
    waitingSinceMs: () => (commits.waiting() === 0 ? null : waitingSinceMs),
    markTrackGrown,
    drainGrownTracks() {
      const drained = [...grown];
      grown.clear();
      return drained;
    },
  };
}

async function closeBoth(commits: GroupCommit<RecordItem>, walFlush: WalFlush | undefined): Promise<void> {
  try {
    await commits.close();
  } finally {
    await walFlush?.close();
  }
}

/** The run of items from an index on that are sightings: their tracks do not depend on the order of each other. */
function sightingsFrom(items: readonly RecordItem[], from: number): readonly SightingItem[] {
  const sightings: SightingItem[] = [];
  for (let index = from; index < items.length; index++) {
    const item = items[index]!;
    if (item.kind !== "sighting" || item.isForeign !== (items[from] as SightingItem).isForeign) break;
    sightings.push(item);
  }
  return sightings;
}

/** A point with the time under which it was stored; `null` where it was not. */
function at<P extends { readonly timeMs: number }>(point: P | null, timeMs: number | undefined): P | null {
  if (point === null || timeMs === undefined) return null;
  return point.timeMs === timeMs ? point : { ...point, timeMs };
}

/** The run of items from an index on that are points of the same flight; uploads consist of long runs. */
function pointsFrom(items: readonly RecordItem[], from: number): readonly UaPoint[] {
  const points: UaPoint[] = [];
  for (let index = from; index < items.length; index++) {
    const item = items[index]!;
    if (item.kind !== "flight" || item.suboperation !== (items[from] as FlightItem).suboperation) break;
    points.push(item.ua);
  }
  return points;
}

function sensorRecordOf(sensorId: string, { timeMs, latitudeE7, longitudeE7 }: SystemPoint): StoredRecord {
  return { sensorId, timeMs, latitudeE7, longitudeE7 };
}
