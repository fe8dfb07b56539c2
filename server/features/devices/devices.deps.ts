import type { Aircraft } from "../../contracts/aircraft.ts";
import type { EligibilityIssue } from "../../contracts/devices.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { WritableDb } from "../../storage/database.ts";

/** What the feature asks of the rest of the station; `app` hands it in. */
export type DevicesDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Bytes from a cryptographic source. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** The name of an account, for others to read. */
  readonly nameOfUser: (userId: string) => string;
  readonly emailOfUser: (userId: string) => string | null;
  readonly findUserByEmail: (email: string) => string | undefined;
  readonly hasUser: (userId: string) => boolean;
  /** An aircraft of an owner. */
  readonly findAircraft: (id: string, ownerId: string) => Aircraft | undefined;
  /** The aircraft that new flights of a user are flown with. */
  readonly hasDefaultAircraft: (userId: string) => boolean;
  /** What else stands in the way of a flight of that time: flights that are planned, and zones. */
  readonly listFlightIssues: (deviceId: string, window: TimeRange) => readonly EligibilityIssue[];
};
