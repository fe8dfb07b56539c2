import type { AircraftSummary } from "../../contracts/aircraft.ts";
import type { DeviceSummary } from "../../contracts/devices.ts";
import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Throttle } from "../../kernel/throttle.ts";
import type { WritableDb } from "../../storage/database.ts";
import type { ExternalClaims } from "./users.model.ts";
import type { PasswordCost } from "./users.passwords.ts";

/** What the feature asks of the rest of the station; `app` hands it in. */
export type UsersDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Whether strangers may register once there is an account. */
  readonly registration: {
    /** As the station was started. */
    readonly atStart?: "open" | "closed" | undefined;
    /** Whether other computers reach the station. */
    readonly isReachable: boolean;
  };
  /** Which people of an outside provider administer the station. */
  readonly isExternalAdministrator: (claims: ExternalClaims) => boolean;
  /** What a user owns. */
  readonly fleet: {
    readonly listDevices: (userId: string) => readonly DeviceSummary[];
    readonly listAircraft: (userId: string) => readonly AircraftSummary[];
  };
  /** Ends every session and refresh token of the built-in provider. */
  readonly endSessions: (userId: string) => void;
  /** Ends live connections only: they begin anew with what the account is now. */
  readonly endConnections: (userId: string) => void;
  /** Ends every personal access token. */
  readonly revokeTokens: (userId: string) => void;
  /** Takes them out of what they noted about flights. */
  readonly anonymiseNotes: (userId: string) => void;
  /** What a password is hashed with, unless it is what a station needs: for tests, whose passwords guard nothing. */
  readonly passwordCost?: PasswordCost | undefined;
  readonly throttles: { readonly registration: Throttle; readonly password: Throttle };
  readonly recordAudit: RecordAudit;
};
