import type { telemetryRoutes } from "../../contracts/telemetry.ts";
import type { Bbox } from "../../kernel/geo.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { TelemetryDeps } from "./telemetry.deps.ts";
import { createTelemetryHandlers } from "./telemetry.handlers.ts";
import { createStatisticsReaders } from "./telemetry.statistics.ts";
import { createLastPositions, withLastPositions } from "./telemetry.last-positions.ts";
import type { CopyTrack } from "./telemetry.copying.ts";
import { createTrackCopier } from "./telemetry.copying.ts";
import type { TrackFixFinder } from "./telemetry.fixes.ts";
import { createTrackFixFinder } from "./telemetry.fixes.ts";
import { createTrackHours, type TrackHours } from "./telemetry.hours.ts";
import type { LatestTelemetry } from "./telemetry.latest.store.ts";
import { createLatestTelemetry } from "./telemetry.latest.store.ts";
import { createTrackLines, createUnfinishedLineFinder } from "./telemetry.lines.store.ts";
import { createOverview } from "./telemetry.overview.ts";
import type { TelemetryRecording } from "./telemetry.recording.store.ts";
import { createTelemetryRecording } from "./telemetry.recording.store.ts";
import { createTrackPacking, type TrackPacking } from "./telemetry.packing.store.ts";
import { createRecordCheck } from "./telemetry.received.store.ts";
import type { TelemetryPurge } from "./telemetry.purge.ts";
import { createTelemetryPurge } from "./telemetry.purge.ts";
import type { ReadPositions } from "../../kernel/positions.ts";
import { createPositionReader } from "./telemetry.positions.ts";
import { createTrackFinder } from "./telemetry.extents.store.ts";
import { createTrackPlanner, type PlanTracks } from "./telemetry.receptions.ts";
import { createTelemetryService } from "./telemetry.service.ts";

import type { WholeTrackReader } from "./telemetry.whole-track.ts";
import { createWholeTrackReader } from "./telemetry.whole-track.ts";

export type { TelemetryDeps } from "./telemetry.deps.ts";
export { createTelemetryReader } from "./telemetry.reader.ts";
export { createReceptionReader } from "./telemetry.receptions.ts";

export type TelemetryFeature = {
  readonly handlers: Handlers<typeof telemetryRoutes>;
  readonly recording: TelemetryRecording;
  readonly latest: LatestTelemetry;
  readonly fixes: TrackFixFinder;
  readonly copyTrack: CopyTrack;
  /** Whole tracks, for statistics. */
  readonly statistics: ReturnType<typeof createStatisticsReaders>;
  /** Suboperations with a point of the aircraft or its operator inside the box and the range. */
  readonly tracksInside: (bbox: Bbox, range: TimeRange) => ReadonlySet<number>;
  /** Updates the line geometry that other programs read. */
  readonly updateLine: (suboperation: number, signal: AbortSignal) => Promise<void>;
  /** Tracks whose line geometry is missing points. */
  readonly findUnfinishedLines: (signal: AbortSignal) => Promise<readonly number[]>;
  readonly purge: TelemetryPurge;
  /** Moves points from rows into segments. */
  readonly packing: TrackPacking;
  /** Whether a sensor has a record of an aircraft with exactly this time. */
  readonly hasRecordAt: (sensorId: string, timeMs: number) => boolean;
  readonly wholeTracks: WholeTrackReader;
  /** For comparing tracks with another station. */
  readonly hours: TrackHours;
  /** The positions of all aircraft in a range of time. */
  readonly readPositions: ReadPositions;
  /** Plans the reading of chosen tracks in a range of time. */
  readonly planTracks: PlanTracks;
};

export function createTelemetry(deps: TelemetryDeps): TelemetryFeature {
  const findTracks = createTrackFinder(deps.reader);
  const latest = createLatestTelemetry(deps.reader);
  const positions = createLastPositions(deps.reader, latest, deps.clock);
  const recording = withLastPositions(createTelemetryRecording(deps.writer), positions);
  return {
    handlers: createTelemetryHandlers(createTelemetryService(deps), createOverview(deps, positions)),
    recording,
    copyTrack: createTrackCopier(deps.writer, recording),
    latest,
    // The fusion decides inside the transaction that stores records, and has to see them.
    fixes: createTrackFixFinder(deps.writer),
    statistics: createStatisticsReaders(deps.reader),
    tracksInside: (bbox, range) => findTracks([UA_KIND, OPERATOR_KIND], bbox, range),
    updateLine: createTrackLines(deps.reader, deps.writer),
    findUnfinishedLines: createUnfinishedLineFinder(deps.reader),
    purge: createTelemetryPurge(deps.writer),
    packing: createTrackPacking(deps.writer),
    hasRecordAt: createRecordCheck(deps.reader),
    wholeTracks: createWholeTrackReader(deps.reader),
    hours: createTrackHours(deps.reader),
    readPositions: createPositionReader(deps),
    planTracks: createTrackPlanner(deps.reader),
  };
}
