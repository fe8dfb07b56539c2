import type { Operation } from "../../../contracts/operations.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Ids } from "../../../kernel/ids.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { ReadableDb, WritableDb } from "../../../storage/database.ts";
import type { FusionState } from "../fusion/fusion-state.model.ts";
import type { OperationLookup } from "../model/operation.lookup.ts";
import type { ServedStation } from "../model/served-station.ts";

/** The dependencies of manual splitting and merging; only where the station is served. */
export type FusionEditDeps = ServedStation & {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly fusionState: FusionState;
  readonly lookup: OperationLookup;
  /** An operation as the caller sees it, by its id or that of one that was merged into it. */
  readonly findOperation: (id: string, caller: Principal) => Operation | undefined;
};
