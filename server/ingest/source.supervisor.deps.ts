import type { Source } from "../contracts/sources.ts";
import type { Clock, Schedule } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { SourceInput, Refused, Refusals } from "./decoded.ts";
import type { SourceRun } from "./source.ts";

/** The properties of a source that the supervisor uses, from the contract. */
export type SupervisedSource = Pick<Source, "id" | "name" | "sensor_id" | "settings">;

export type SourceSupervisorDeps = {
  /**
   * Called once per start: the returned run is repeated after a failure, and may keep state of its earlier attempts.
   */
  readonly createRun: (source: SupervisedSource) => SourceRun;
  /** Stores what was decoded, in order; refusals of the codecs are counted here and not passed on. */
  readonly take: (source: SupervisedSource, decoded: readonly Exclude<SourceInput, Refused>[]) => Promise<Refusals>;
  /** Stores what a source receives, unchanged. */
  readonly keepRaw?: ((sourceId: string, received: Uint8Array | string, sender: string | null) => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly schedule?: Schedule;
  /** A number from 0 to 1, for the jitter of the back-off. */
  readonly random?: () => number;
  /** Called when the status of a source has changed; at most once a second while frames arrive. */
  readonly onChange: (sourceId: string) => void;
};
