import type { Alert } from "../../contracts/alerts.ts";
import type { ZoneFeature } from "../../contracts/zones.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Bbox } from "../../kernel/geo.ts";
import type { Geoid } from "../../kernel/geoid.ts";
import type { KnownGround } from "../../kernel/ground.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** Dependencies of the feature, provided by `app`. */
export type AlertsDeps = {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly loadGeoid: () => Promise<Geoid>;
  /** Heights of the ground, from the station's own folder. */
  readonly ground: KnownGround;
  /** Sensor ids of the receivers that report the position of the station. */
  readonly listStationSensors: () => readonly string[];
  readonly findZone: (id: string) => ZoneFeature | undefined;
  /** Suboperations with a position inside a box and a range. */
  readonly tracksInside: (bbox: Bbox, range: TimeRange) => ReadonlySet<number>;
  /** Those of some suboperations that a caller may read. */
  readonly listReadable: (suboperations: readonly number[], caller: Principal) => ReadonlySet<number>;
  /** False for one that was deleted or purged. */
  readonly isStored: (suboperation: number) => boolean;
  /** Name of an account; `null` when it has none. */
  readonly findName: (userId: string) => string | null;
  readonly publish: (alert: Alert, canReceive: (caller: Principal) => boolean) => void;
  /** Stored positions of aircraft with a crew in a range and a box, in order of time. */
  readonly readTraffic: (range: TimeRange, bbox: Bbox, signal: AbortSignal) => Promise<readonly TrafficPoint[]>;
  readonly recordAudit: RecordAudit;
};
