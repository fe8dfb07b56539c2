import type { Traffic } from "../../contracts/traffic.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** Dependencies of the feature, provided by `app`. */
export type TrafficDeps = {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  readonly publish: (traffic: Traffic) => void;
  /** Called with positions when they are on disk. */
  readonly onStored: (points: readonly TrafficPoint[]) => void;
  readonly recordAudit: RecordAudit;
};
