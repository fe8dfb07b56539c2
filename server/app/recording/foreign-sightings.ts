import { IN_PROGRESS_MS } from "../../contracts/operations.ts";
import type { OperationsFeature, SuboperationModel } from "../../features/operations/index.ts";
import type { ForeignSightings } from "../../features/sightings/index.ts";
import type { Feed } from "../../ingest/pipeline.ts";
import { boxAround } from "../../kernel/box-e7.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type Bbox, toBbox } from "../../kernel/geo.ts";
import type { Sighting } from "../../kernel/sighting.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../storage/sliced.ts";
import type { Recorder } from "./recorder.ts";
import type { RecordingObserver } from "./recording.observer.ts";

/** Stores the telemetry that other stations received, as if this station had received it. */
export function createForeignRecorder(deps: {
  readonly operations: Pick<OperationsFeature, "foreign" | "fusionState">;
  readonly recorder: Recorder;
  readonly observer: RecordingObserver;
  readonly clock: Clock;
  /** Writes what the fusion has changed without new records. */
  readonly saveFusionState: () => void;
}): (received: ForeignSightings) => Promise<number | undefined> {
  const { operations, recorder, observer, clock } = deps;
  const { foreign: store } = operations;
  /** Opened, and perhaps not on disk yet: another request for the same must not open them again. */
  const opened = new Map<string, SuboperationModel>();
  /** Ids of operations that were opened with them. */
  const openedOperations = new Set<string>();

  /** Looked up for each slice: meanwhile it may leave memory, or be deleted. */
  function find(uuid: string): SuboperationModel | "gone" | undefined {
    const pending = opened.get(uuid);
    if (pending !== undefined) return pending;
    const found = store.find(uuid);
    if (found.kind === "unknown") return undefined;
    return (found.kind === "received" ? store.load(found.number) : undefined) ?? "gone";
  }

  function open({ head, warnings }: ForeignSightings, sighting: Sighting): SuboperationModel {
    const isFree = !openedOperations.has(head.operationUuid) && store.isFreeOperationId(head.operationUuid);
    const operationUuid = isFree ? head.operationUuid : null;
    const suboperation = store.open({ ...head, operationUuid }, sighting);
    opened.set(head.uuid, suboperation);
    openedOperations.add(head.operationUuid);
    store.redeclare(suboperation, head, warnings);
    return suboperation;
  }

  function take(received: ForeignSightings, slice: readonly Sighting[]): void {
    const { head, warnings } = received;
    const known = find(head.uuid);
    if (known === "gone") return;
    let suboperation = known;
    if (suboperation !== undefined) store.redeclare(suboperation, head, warnings);
    for (const sighting of slice) {
      suboperation = suboperation === undefined ? open(received, sighting) : store.receive(suboperation, sighting);
      recorder.add({
        kind: "sighting",
        suboperation,
        ua: sighting.ua,
        operator: sighting.operator,
        isForeign: true,
      });
      observer.onSighting?.(sighting, suboperation, feedOf(sighting));
    }
    const [first, last] = [slice[0], slice.at(-1)];
    if (suboperation === undefined || first === undefined || last === undefined) return;
    store.reconsider(suboperation, boxOf(slice), { fromMs: first.observedAtMs, toMs: last.observedAtMs });
  }

  function feedOf({ sensorId, observedAtMs }: Sighting): Feed {
    // Older records are history: stored and fused, but not shown as if they were happening now.
    const isLive = Math.abs(clock.now() - observedAtMs) < IN_PROGRESS_MS;
    return { sensorId, isLive, onRefused: () => undefined };
  }

  return async (received) => {
    const { head, merged, sightings } = received;
    for (let from = 0; from === 0 || from < sightings.length; from += SLICE_ROWS) {
      if (from > 0) await yieldToEventLoop();
      await recorder.waitForRoom();
      take(received, sightings.slice(from, from + SLICE_ROWS));
    }
    await recorder.committed();
    // Without records nothing else writes what was declared.
    if (sightings.length === 0) deps.saveFusionState();
    opened.delete(head.uuid);
    openedOperations.delete(head.operationUuid);
    const into = find(head.uuid);
    if (into === undefined || into === "gone") return undefined;
    if (store.removeMerged(merged, into, head.sender)) deps.saveFusionState();
    return into.id;
  };
}

function boxOf(sightings: readonly Sighting[]): Bbox | null {
  const box = boxAround(sightings.flatMap(({ ua }) => ua ?? []));
  return box && toBbox(box);
}
