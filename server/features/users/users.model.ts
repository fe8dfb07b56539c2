import type { Principal } from "../../kernel/principal.ts";

/** A stored account; times in Unix milliseconds. */
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly fullName: string | null;
  readonly phoneNumber: string | null;
  readonly uasOperatorId: string | null;
  readonly pilotLicenseId: string | null;
  readonly country: string | null;
  /** Id of an aircraft. */
  readonly defaultAircraft: string | null;
  /** In the PHC string format; `null` for a user who signs in only through an external provider. */
  readonly passwordHash: string | null;
  /** Set by an administrator; the user has to choose another at the first sign-in. */
  readonly isPasswordTemporary: boolean;
  readonly isAdministrator: boolean;
  readonly registeredMs: number;
  /** Last sign-in with the password. */
  readonly lastSignedInMs: number | null;
  /** Access tokens issued before are rejected. */
  readonly sessionsSinceMs: number;
  /** When an administrator disabled the account; `null` when enabled. */
  readonly disabledMs: number | null;
  /** When the account was permanently anonymised. */
  readonly deactivatedMs: number | null;
};

export type Preferences = Readonly<Record<string, string>>;

/** Claims of an external provider; `subject` is unique within `issuer` (OpenID Connect Core 1.0, 5.1). */
export type ExternalClaims = {
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string | undefined;
  readonly isEmailVerified?: boolean | undefined;
  readonly fullName?: string | undefined;
};

/** The caller and their network address. */
export type Caller = {
  readonly principal: Pick<Principal, "userId" | "isAdministrator" | "credential">;
  readonly address?: string | undefined;
};

/** The acting administrator: `actorId` is `null` for the command line and for the local operator. */
export type Administrator = { readonly actorId: string | null; readonly address?: string | undefined };

/** Too many attempts; whole seconds until the next one is allowed. */
export type Throttled = { readonly kind: "throttled"; readonly retryAfterS: number };
