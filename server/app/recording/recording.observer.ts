import type { SuboperationModel } from "../../features/operations/index.ts";
import type { Feed } from "../../ingest/pipeline.ts";
import type { Sighting } from "../../kernel/sighting.ts";
import type { SystemPoint } from "../../kernel/telemetry.ts";

/** Called for everything that was accepted, before it is on disk: for the live stream and for summaries. */
export type RecordingObserver = {
  readonly onSighting?: (sighting: Sighting, suboperation: SuboperationModel, feed: Feed) => void;
  readonly onSystem?: (sensorId: string, point: SystemPoint, feed: Feed) => void;
};

/** Tells several observers, in their order; asked for at each call, because some are created later. */
export function observeTogether(observers: () => readonly Required<RecordingObserver>[]): Required<RecordingObserver> {
  return {
    onSighting(...received) {
      for (const { onSighting } of observers()) onSighting(...received);
    },
    onSystem(...received) {
      for (const { onSystem } of observers()) onSystem(...received);
    },
  };
}
