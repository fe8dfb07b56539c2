import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { WritableDb } from "../../storage/database.ts";

/** Dependencies of the feature, provided by `app`. */
export type AircraftDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The name of an account as shown to other users. */
  readonly nameOfUser: (userId: string) => string;
};
