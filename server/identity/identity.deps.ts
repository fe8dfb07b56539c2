import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { Sealing } from "../kernel/sealing.ts";
import type { WritableDb } from "../storage/database.ts";

/** Result of checking an e-mail address and a password. Does not tell which of the two was wrong. */
export type PasswordResult =
  | { readonly kind: "ok"; readonly userId: string }
  | { readonly kind: "refused" }
  | { readonly kind: "limited"; readonly retryAfterS: number };

/** The claims about a user that applications get (OpenID Connect Core 1.0, 5.1). */
export type AccountClaims = {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string | undefined;
};

/** What the provider needs from the accounts of this station. */
export type Accounts = {
  /** `address`: network address of the caller, for rate limits. */
  readonly verifyPassword: (email: string, password: string, address: string) => Promise<PasswordResult>;
  /** Whether the password is temporary, and the user has to choose another. */
  readonly mustChoosePassword: (userId: string) => boolean;
  /** Replaces a temporary password; `refused` when it is no longer temporary. */
  readonly choosePassword: (
    userId: string,
    password: string,
    address: string,
  ) => Promise<{ readonly kind: "chosen" | "same" | "refused" }>;
  /** Undefined for an unknown, disabled or deactivated account, whose tokens are rejected from then on. */
  readonly claimsOf: (userId: string) => Promise<AccountClaims | undefined>;
};

/** The factor that was proven besides the password. */
export type ProvenFactor = "app" | "passkey" | "recovery_code";

export type SecondFactorResult =
  | { readonly kind: "ok"; readonly factor: ProvenFactor }
  | { readonly kind: "refused" }
  | { readonly kind: "limited"; readonly retryAfterS: number };

/**
 * The second factor of users, which the provider requires after the password. Attempts are limited, and recorded where
 * they are checked.
 */
export type SecondFactor = {
  /** `set_up`: the user must have a second factor and has none. */
  readonly stepOf: (userId: string) => "none" | "verify" | "set_up";
  readonly hasApp: (userId: string) => boolean;
  /** Options of WebAuthn for this sign-in; undefined where no passkey of the user can be used here. */
  readonly startPasskey: (userId: string, signInId: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /** A code of the authenticator app, or a recovery code. */
  readonly verifyCode: (userId: string, code: string, address: string) => Promise<SecondFactorResult>;
  readonly verifyPasskey: (
    userId: string,
    signInId: string,
    credential: unknown,
    address: string,
  ) => Promise<SecondFactorResult>;
  /** The secret for an authenticator app, as text and as the address of a QR code. */
  readonly setUp: (userId: string, signInId: string) => { readonly secret: string; readonly uri: string };
  /** Adds the app by a code that it shows. */
  readonly confirm: (
    userId: string,
    signInId: string,
    code: string,
    address: string,
  ) => Promise<SecondFactorResult | { readonly kind: "set_up"; readonly recoveryCodes: readonly string[] }>;
};

/** The acting administrator; `actorId` is `null` for the command line and for the local operator. */
export type ProviderAdministrator = { readonly actorId: string | null; readonly address?: string | undefined };

/** An event for the audit log. Contains no secret. */
export type IdentityEvent =
  | { readonly kind: "signed_in"; readonly userId: string; readonly clientId: string; readonly address: string }
  | { readonly kind: "sign_in_refused" | "sign_in_limited"; readonly clientId: string; readonly address: string }
  | {
      readonly kind: "consent_given" | "consent_refused";
      readonly userId: string;
      readonly clientId: string;
      readonly address: string;
    }
  | { readonly kind: "tokens_issued"; readonly userId: string; readonly clientId: string; readonly grantType: string }
  /** A code or refresh token was used twice: everything issued for the same consent is revoked. */
  | { readonly kind: "replay_refused"; readonly userId?: string; readonly clientId: string; readonly address: string }
  | { readonly kind: "signed_out"; readonly userId: string; readonly address: string }
  | { readonly kind: "session_revoked"; readonly userId: string; readonly clientId: string }
  | { readonly kind: "client_added" | "client_removed"; readonly clientId: string; readonly by: ProviderAdministrator }
  | { readonly kind: "signing_keys_replaced"; readonly keyId: string; readonly by: ProviderAdministrator }
  | { readonly kind: "signing_key_rotated"; readonly keyId: string };

export type Audit = (event: IdentityEvent) => void;

export type IdentityDeps = {
  /** `{base_url}/realms/dcp`. A function, because a free port is known only when the server listens. */
  readonly issuer: string | (() => string);
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Seals keys and tokens before they are stored. */
  readonly sealing: Sealing;
  readonly accounts: Accounts;
  readonly secondFactor: SecondFactor;
  readonly audit: Audit;
  /** Whether a `Host` header names this station; any is allowed when omitted. Others get 421 (DNS rebinding). */
  readonly isAllowedHost?: (host: string | undefined) => boolean;
  /** Maximum per address in ten minutes: wrong device codes, and requests that start a sign-in. Default 20 and 600. */
  readonly limits?: { readonly wrongCodes: number; readonly starts: number };
  /** Called for every consent that is revoked early: everything issued for it is invalid. */
  readonly onGrantEnded?: (grantId: string) => void;
  /** Called for a client that is removed with everything issued to it. */
  readonly onClientEnded?: (clientId: string) => void;
  /** Called when everything the provider ever issued becomes invalid. */
  readonly onAllEnded?: () => void;
  /** Lifetime of access tokens in seconds; default five minutes. */
  readonly accessTokenLifeS?: number;
  /** The interval in seconds at which devices should poll; RFC 8628 has them wait five. */
  readonly devicePollIntervalS?: number;
  /** Whether to add the client `service-integration-test`. */
  readonly testClient?: boolean;
};
