import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { DecodedZones } from "../../kernel/zone.ts";
import type { WritableDb } from "../../storage/database.ts";

/** What the feature asks of the rest of the station; `app` hands it in. */
export type ZonesDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Reads a file of zones. */
  readonly decode: (text: string) => DecodedZones;
};
