import type { SuboperationModel } from "../../features/operations/index.ts";
import type { Feed } from "../../ingest/pipeline.ts";
import type { Sighting } from "../../kernel/sighting.ts";
import type { OperatorPoint, SystemPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";

/** A record as it is stored: with the time under which it is found, and the suboperation that it was put into. */
export type StoredRecord =
  | {
      readonly suboperation: SuboperationModel;
      readonly ua: UaPoint | null;
      readonly operator: OperatorPoint | null;
      /** It took the place of others. */
      readonly isReplaced?: boolean;
    }
  | ({ readonly sensorId: string } & Pick<SystemPoint, "timeMs" | "latitudeE7" | "longitudeE7">);

/** Called for everything that was accepted, before it is on disk: for the live stream and for summaries. */
export type RecordingObserver = {
  readonly onSighting?: (sighting: Sighting, suboperation: SuboperationModel, feed: Feed) => void;
  readonly onSystem?: (sensorId: string, point: SystemPoint, feed: Feed) => void;
  readonly onTraffic?: (point: TrafficPoint, feed: Feed) => void;
  /** Called with records when they are committed; whatever is committed after them is on disk after them. */
  readonly onStored?: (records: readonly StoredRecord[]) => void;
};

type Accepted = Required<Pick<RecordingObserver, "onSighting" | "onSystem">>;

/** Calls several observers in order; the list is read at each call, because some are created later. */
export function combineObservers(observers: () => readonly Accepted[]): Accepted {
  return {
    onSighting(...received) {
      for (const { onSighting } of observers()) onSighting(...received);
    },
    onSystem(...received) {
      for (const { onSystem } of observers()) onSystem(...received);
    },
  };
}
