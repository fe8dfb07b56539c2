import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { WritableDb } from "../../storage/database.ts";

/** What the feature asks of the rest of the station; `app` hands it in. */
export type AircraftDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The name of an account, for others to read. */
  readonly nameOfUser: (userId: string) => string;
};
