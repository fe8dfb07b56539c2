import type { Principal } from "../../kernel/principal.ts";

/** An account as it is kept; times in Unix milliseconds. */
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
  /** In the PHC string format; `null` for one that signs in through an outside provider only. */
  readonly passwordHash: string | null;
  /** Made up for somebody else: whoever signs in with it chooses another first. */
  readonly isPasswordTemporary: boolean;
  readonly isAdministrator: boolean;
  readonly registeredMs: number;
  /** The last time its password opened it. */
  readonly lastSignedInMs: number | null;
  /** Access tokens that were issued before are refused. */
  readonly sessionsSinceMs: number;
  /** Shut out by an administrator, until enabled again. */
  readonly disabledMs: number | null;
  /** Anonymised, for good. */
  readonly deactivatedMs: number | null;
};

export type Preferences = Readonly<Record<string, string>>;

/** What an outside provider says of a person; `subject` is unique within `issuer` (OpenID Connect Core 1.0, 5.1). */
export type ExternalClaims = {
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string | undefined;
  readonly isEmailVerified?: boolean | undefined;
  readonly fullName?: string | undefined;
};

/** Who asks, and where from. */
export type Caller = {
  readonly principal: Pick<Principal, "userId" | "isAdministrator" | "credential">;
  readonly address?: string | undefined;
};

/** Who administers an account: `actorId` is `null` for the command line and for the operator of this computer. */
export type Administrator = { readonly actorId: string | null; readonly address?: string | undefined };

/** Tried too often; whole seconds until the next time. */
export type Throttled = { readonly kind: "throttled"; readonly retryAfterS: number };
