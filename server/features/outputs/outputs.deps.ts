import type { Output, OutputSettings } from "../../contracts/outputs.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Sealing } from "../../kernel/sealing.ts";

/** What is needed to run an output, with its credentials. */
export type RunnableOutput = Pick<Output, "id" | "filter"> & {
  readonly ownerId: string;
  readonly settings: OutputSettings;
};

/** The state of an output. */
export type OutputStatus = Pick<
  Output,
  "state" | "rate" | "sent" | "dropped" | "coalesced" | "waiting" | "last_sent_at" | "last_error" | "last_error_at"
>;

/** Dependencies of the feature, provided by `app`. */
export type OutputsDeps = {
  /** Starts an output, or restarts it with new settings. */
  readonly start: (output: RunnableOutput) => void;
  /** Stops an output; resolves when it has stopped. */
  readonly stop: (id: string) => Promise<void>;
  /** Stops an output and discards its counters. */
  readonly remove: (id: string) => Promise<void>;
  readonly status: (id: string) => OutputStatus;
  /** What is wrong with credentials, as `field: sentence`; `undefined` when they are valid. */
  readonly checkCredentials: (settings: OutputSettings) => string | undefined;
  readonly sealing: Sealing;
  readonly recordAudit: RecordAudit;
  readonly ids: Ids;
  readonly clock: Clock;
};
