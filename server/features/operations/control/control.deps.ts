import type { Clock } from "../../../kernel/clock.ts";
import type { ReadableDb, WritableDb } from "../../../storage/database.ts";
import type { FusionState } from "../fusion/fusion-state.model.ts";
import type { OperationLookup } from "../model/operation.lookup.ts";
import type { ServedStation } from "../model/served-station.ts";

/** The dependencies of deleting, restoring and sharing; only where the station is served. */
export type OperationControlDeps = ServedStation & {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  readonly fusionState: FusionState;
  readonly lookup: OperationLookup;
};
