import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { WritableDb } from "../../storage/database.ts";

/** Dependencies of the feature, provided by `app`. */
export type MapSetsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where uploaded files are kept, in a folder of their own. */
  readonly dataDir: string;
};
