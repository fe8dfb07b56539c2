import { accessOf, explicitAccess } from "../../auth/access.rules.ts";
import { findStateTimes } from "../../features/flights/index.ts";
import type { SuboperationRef, LastTelemetry, OperationsFeature } from "../../features/operations/index.ts";
import { createOperations } from "../../features/operations/index.ts";
import type { StatisticsFeature } from "../../features/statistics/index.ts";
import { createStatistics } from "../../features/statistics/index.ts";
import type { TelemetryFeature } from "../../features/telemetry/index.ts";
import { createTelemetry } from "../../features/telemetry/index.ts";
import { createTrackMarks } from "../../features/sync/index.ts";
import type { Pipeline } from "../../ingest/pipeline.ts";
import { createPipeline } from "../../ingest/pipeline.ts";
import type { Guarded } from "../../kernel/access.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import { toOperatorTelemetry, toSystemTelemetry, toUaTelemetry } from "../../kernel/telemetry-records.ts";
import type { Store } from "../../storage/database.ts";
import { MAX_BBOX_KM2 } from "../station/config.ts";
import type { RecordingObserver } from "../recording/recording.observer.ts";
import type { Recorder } from "../recording/recorder.ts";
import { createForeignRecorder } from "../recording/foreign-sightings.ts";
import { createRecorder } from "../recording/recorder.ts";
import { trackPackingJob, type PackingJob } from "../recording/track-packing.job.ts";

/** What records and reads telemetry, independent of HTTP: the same for a server and for the command line. */
export type Core = {
  readonly operations: OperationsFeature;
  readonly telemetry: TelemetryFeature;
  readonly statistics: StatisticsFeature;
  readonly recorder: Recorder;
  readonly pipeline: Pipeline;
  /** Writes what the fusion has changed without new records. */
  readonly saveFusionState: () => void;
  /** Stores what other stations received. */
  readonly recordForeign: ReturnType<typeof createForeignRecorder>;
  /** A background job, where a station runs. */
  readonly packing: PackingJob;
};

export function composeCore(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly observer: RecordingObserver;
}): Core {
  const { store, clock, ids, log, observer } = deps;
  const { reader, writer } = store;

  const operations: OperationsFeature = createOperations({
    reader,
    writer,
    clock,
    ids,
    accessOf,
    explicitAccess,
    trackFixes: {
      findFixUntil: (suboperation, timeMs) => telemetry.fixes.findFixUntil(suboperation, timeMs),
      findFixFrom: (suboperation, timeMs) => telemetry.fixes.findFixFrom(suboperation, timeMs),
      listFixes: (suboperation, fromMs, toMs) => telemetry.fixes.listFixes(suboperation, fromMs, toMs),
    },
    copyTrack(from, into) {
      const { confirm, ...copied } = telemetry.copyTrack(from, into);
      return {
        ...copied,
        confirm() {
          confirm();
          recorder.markTrackGrown(into);
        },
      };
    },
    tracksInside: (bbox, range) => telemetry.tracksInside(bbox, range),
    lastTelemetry: (suboperations, operationId) => lastTelemetry(telemetry, suboperations, operationId),
    readTracks: (suboperations, signal) => telemetry.wholeTracks.readOnMap(suboperations, signal),
    filterWithinLimits: (sets, limits, signal) => statistics.service.filterWithinLimits(sets, limits, signal),
    findOperatorDistances: (sets, limitM) => statistics.service.findOperatorDistances(sets, limitM),
  });
  const telemetry: TelemetryFeature = createTelemetry({
    reader,
    writer,
    clock,
    maxBboxKm2: MAX_BBOX_KM2,
    ...operations.tracks,
    stateTimesOf: (suboperation) => findStateTimes(reader, { suboperation }),
    hasStationAccess: (caller) => explicitAccess(caller, STATION_OWNED) !== undefined,
  });
  const statistics: StatisticsFeature = createStatistics({
    reader,
    writer,
    clock,
    log,
    suboperationsOf: (id, globalize, caller) =>
      operations.service.findSuboperations(id, globalize, caller).map((suboperation) => suboperation.id),
    ...telemetry.statistics,
  });
  const recorder = createRecorder({
    writer,
    telemetry,
    operations,
    statistics,
    markTrack: createTrackMarks(writer),
    onStored: observer.onStored,
    clock,
    log,
  });

  const pipeline = createPipeline({
    clock,
    recordSighting(sighting, feed) {
      const suboperation = operations.fusionState.assign(sighting);
      if (suboperation === undefined) return;
      recorder.add({ kind: "sighting", suboperation, ua: sighting.ua, operator: sighting.operator });
      observer.onSighting?.(sighting, suboperation, feed);
    },
    recordSystem(sensorId, point, feed) {
      recorder.add({ kind: "system", sensorId, point });
      observer.onSystem?.(sensorId, point, feed);
    },
    recordTraffic: (point, feed) => observer.onTraffic?.(point, feed),
    committed: recorder.committed,
  });
  const fusionStateSaved = writer.transaction(() => operations.fusionState.save(new Map()));
  const saveFusionState = () => fusionStateSaved.immediate()();
  const recordForeign = createForeignRecorder({ operations, recorder, observer, clock, saveFusionState });
  const packing = trackPackingJob({ packing: telemetry.packing, isReadOnly: store.isReadOnly, clock, log });
  return { operations, telemetry, statistics, recorder, pipeline, saveFusionState, recordForeign, packing };
}

/** Access to what the station's own receivers received. */
const STATION_OWNED: Guarded = { ownerId: null, isPublic: true, shares: [] };

/** The newest record of each kind across the suboperations of an operation. */
function lastTelemetry(
  { latest }: TelemetryFeature,
  suboperations: readonly SuboperationRef[],
  operationId: string,
): LastTelemetry {
  const ua = newest(suboperations, ({ suboperation }) => latest.findUa(suboperation));
  const operator = newest(suboperations, ({ suboperation }) => latest.findOperator(suboperation));
  const system = newest(suboperations, ({ sensorId, firstMs, lastMs }) => latest.findSystem(sensorId, firstMs, lastMs));
  return {
    ...(ua && { ua: toUaTelemetry(ua.point, { sensorId: ua.sensorId, operationId }) }),
    ...(operator && { operator: toOperatorTelemetry(operator.point, { sensorId: operator.sensorId, operationId }) }),
    ...(system && { system: toSystemTelemetry(system.point, { sensorId: system.sensorId, operationId: null }) }),
  };
}

function newest<P extends { readonly timeMs: number }>(
  suboperations: readonly SuboperationRef[],
  find: (suboperation: SuboperationRef) => P | undefined,
): { readonly point: P; readonly sensorId: string } | undefined {
  let best: { readonly point: P; readonly sensorId: string } | undefined;
  for (const suboperation of suboperations) {
    const point = find(suboperation);
    if (point !== undefined && (best === undefined || point.timeMs > best.point.timeMs)) {
      best = { point, sensorId: suboperation.sensorId };
    }
  }
  return best;
}
