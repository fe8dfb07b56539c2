import type { SerialPortInfo, Source } from "../../contracts/station.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";

/** What is needed to run a source, as the contract writes it. */
export type RunnableSource = Pick<Source, "id" | "name" | "sensor_id" | "settings">;

/** How a source does, as the contract writes it. */
export type SourceStatus = Pick<
  Source,
  | "state"
  | "progress"
  | "frames"
  | "frames_per_second"
  | "refused"
  | "refused_share"
  | "last_frame_at"
  | "last_error"
  | "last_error_at"
>;

/** What the feature asks of the rest of the station; `app/compose.ts` hands it in. */
export type SourcesDeps = {
  /** Starts a source, or starts it anew with what is given. */
  readonly start: (source: RunnableSource) => void;
  /** Resolves when it has ended. */
  readonly stop: (sourceId: string) => Promise<void>;
  /** Stops a source and forgets its counters. */
  readonly remove: (sourceId: string) => Promise<void>;
  readonly status: (sourceId: string) => SourceStatus;
  readonly listSerialPorts: () => Promise<readonly SerialPortInfo[]>;
  /** Whether the whole station is a demonstration: only then may a source be simulated. */
  readonly isDemo: boolean;
  readonly ids: Ids;
  readonly clock: Clock;
};
