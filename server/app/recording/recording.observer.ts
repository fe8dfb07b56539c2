import type { SuboperationModel } from "../../features/operations/index.ts";
import type { Feed } from "../../ingest/pipeline.ts";
import type { Sighting } from "../../kernel/sighting.ts";
import type { SystemPoint } from "../../kernel/telemetry.ts";

/** Called for everything that was accepted, before it is on disk: for the live stream and for summaries. */
export type RecordingObserver = {
  readonly onSighting?: (sighting: Sighting, suboperation: SuboperationModel, feed: Feed) => void;
  readonly onSystem?: (sensorId: string, point: SystemPoint, feed: Feed) => void;
};
