import type { AircraftSummary } from "../../contracts/aircraft.ts";
import type { DeviceSummary } from "../../contracts/devices.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Throttle } from "../../kernel/throttle.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { ExternalClaims } from "./users.model.ts";
import type { PasswordCost } from "./users.passwords.ts";

/** Dependencies of the feature, provided by `app`. */
export type UsersDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Whether anyone may register once the first account exists. */
  readonly registration: {
    /** Value of `--registration`, if given. */
    readonly atStart?: "open" | "closed" | undefined;
    /** Whether other computers can reach the station. */
    readonly isReachable: boolean;
  };
  /** Whether a user of an external identity provider administers the station. */
  readonly isExternalAdministrator: (claims: ExternalClaims) => boolean;
  /** The devices and aircraft of a user. */
  readonly fleet: {
    readonly listDevices: (userId: string) => readonly DeviceSummary[];
    readonly listAircraft: (userId: string) => readonly AircraftSummary[];
  };
  /** Ends every session and refresh token of the built-in provider. */
  readonly endSessions: (userId: string) => void;
  /** Ends live connections only; clients reconnect with the changed account. */
  readonly endConnections: (userId: string) => void;
  readonly secondFactor: {
    readonly has: (userId: string) => boolean;
    /** Whether signing in requires a second factor, or the set-up of one. */
    readonly isAsked: (userId: string) => boolean;
    /** False where the account had none. */
    readonly remove: (userId: string) => boolean;
  };
  /** Revokes every personal access token. */
  readonly revokeTokens: (userId: string) => void;
  /** Anonymises the user's annotations of operations, and who acknowledged alerts. */
  readonly anonymiseAnnotations: (userId: string) => void;
  /** The cost of hashing passwords, unless it is that of a station: for tests, whose passwords protect nothing. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly throttles: Readonly<Record<"registration" | "takenEmails" | "password", Throttle>>;
  readonly recordAudit: RecordAudit;
};
