import type { Aircraft } from "../../contracts/aircraft.ts";
import type { EligibilityIssue } from "../../contracts/devices.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { WritableDb } from "../../storage/database.ts";

/** Dependencies of the feature, provided by `app`. */
export type DevicesDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Cryptographically secure random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** The name of an account as shown to other users. */
  readonly nameOfUser: (userId: string) => string;
  readonly emailOfUser: (userId: string) => string | null;
  readonly findUserByEmail: (email: string) => string | undefined;
  readonly hasUser: (userId: string) => boolean;
  /** An aircraft of an owner. */
  readonly findAircraft: (id: string, ownerId: string) => Aircraft | undefined;
  /** Whether a user has a default aircraft for new flights. */
  readonly hasDefaultAircraft: (userId: string) => boolean;
  /** Issues of a flight in that time that come from other planned flights and from zones. */
  readonly listFlightIssues: (deviceId: string, window: TimeRange) => readonly EligibilityIssue[];
};
