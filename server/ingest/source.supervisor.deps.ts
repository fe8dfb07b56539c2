import type { Source } from "../contracts/sources.ts";
import type { Clock, Schedule } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { SourceInput, Refused, Refusals } from "./decoded.ts";
import type { SourceRun } from "./source.ts";

/** What the supervisor has to know of a source, as the contract writes it. */
export type SupervisedSource = Pick<Source, "id" | "name" | "sensor_id" | "settings">;

export type SourceSupervisorDeps = {
  /** Asked once per start: the run it gives is run again after a failure, and may remember its earlier tries. */
  readonly createRun: (source: SupervisedSource) => SourceRun;
  /** Stores what was decoded, in order; refusals of the codecs are counted here and not handed on. */
  readonly take: (source: SupervisedSource, decoded: readonly Exclude<SourceInput, Refused>[]) => Promise<Refusals>;
  /** Keeps what a source receives as it is received. */
  readonly keepRaw?: ((sourceId: string, received: Uint8Array | string, sender: string | null) => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly schedule?: Schedule;
  /** A number from 0 to 1, for the jitter of the back-off. */
  readonly random?: () => number;
  /** Says that the status of a source is another one; at most once a second while frames arrive. */
  readonly onChange: (sourceId: string) => void;
};
