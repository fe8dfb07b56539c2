import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Sealing } from "../../kernel/sealing.ts";
import type { Throttle } from "../../kernel/throttle.ts";
import type { WritableDb } from "../../storage/database.ts";

/** The properties of an account that the feature uses. */
export type FactorAccount = {
  readonly id: string;
  readonly email: string;
  readonly isAdministrator: boolean;
  /** False for a user who signs in only through an external provider, whose second factor is that provider's. */
  readonly hasPassword: boolean;
};

export type PasswordCheck =
  | { readonly kind: "right" }
  | { readonly kind: "wrong" }
  | { readonly kind: "throttled"; readonly retryAfterS: number };

export type SecondFactorDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  /** Cryptographically random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Seals the secrets of authenticator apps. */
  readonly sealing: Sealing;
  /** Address of the station as browsers open it; passkeys belong to its name. */
  readonly baseUrl: () => string;
  readonly findAccount: (userId: string) => FactorAccount | undefined;
  readonly checkPassword: (userId: string, password: string, address: string | undefined) => Promise<PasswordCheck>;
  /** Counts codes and passkeys that are tried. */
  readonly throttle: Throttle;
  readonly recordAudit: RecordAudit;
};
