import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { WritableDb } from "../../storage/database.ts";

/** Dependencies of the feature, provided by `app`. */
export type MapSetsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The directory with the folder of uploaded files. */
  readonly dataDir: string;
};
