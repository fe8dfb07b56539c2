import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { DecodedZones } from "../../kernel/zone.ts";
import type { WritableDb } from "../../storage/database.ts";

/** Dependencies of the feature, provided by `app`. */
export type ZonesDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Decodes a zone file. */
  readonly decode: (text: string) => DecodedZones | Promise<DecodedZones>;
};
