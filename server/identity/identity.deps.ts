import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { WritableDb } from "../storage/database.ts";

/** What came of an e-mail address and a password. Which of the two was wrong is never said. */
export type PasswordResult =
  /** `mustChoose`: somebody else made the password up, and the person chooses another before anything else. */
  | { readonly kind: "ok"; readonly userId: string; readonly mustChoose: boolean }
  | { readonly kind: "refused" }
  | { readonly kind: "limited"; readonly retryAfterS: number };

/** What an application learns of a person (OpenID Connect Core 1.0, 5.1). */
export type AccountClaims = {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string | undefined;
};

/** The accounts of this station, as the provider sees them. */
export type Accounts = {
  /** `address`: where the request came from, for limits. */
  readonly verifyPassword: (email: string, password: string, address: string) => Promise<PasswordResult>;
  /** Replaces a password that had to be; `refused` when there is nothing to choose any more. */
  readonly choosePassword: (
    userId: string,
    password: string,
    address: string,
  ) => Promise<{ readonly kind: "chosen" | "same" | "refused" }>;
  /** Undefined for an account that is not there, disabled or deactivated: its tokens are refused from then on. */
  readonly claimsOf: (userId: string) => Promise<AccountClaims | undefined>;
};

/** Who administers the provider; `actorId` is `null` for the command line and for the operator of this computer. */
export type ProviderAdministrator = { readonly actorId: string | null; readonly address?: string | undefined };

/** What an administrator can read afterwards. Carries nothing secret. */
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
  /** A code or a refresh token came a second time: everything that stems from the same consent is dead. */
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
  readonly accounts: Accounts;
  readonly audit: Audit;
  /** Whether a `Host` header names this station; any does when it is left out. Others get 421 (DNS rebinding). */
  readonly isAllowedHost?: (host: string | undefined) => boolean;
  /** Per address and ten minutes: wrong device codes, and requests that begin a sign-in. 20 and 600 when left out. */
  readonly limits?: { readonly wrongCodes: number; readonly starts: number };
  /** Told of every consent that ended before its time: what was given out for it does not count any more. */
  readonly onGrantEnded?: (grantId: string) => void;
  /** Told of a client that was removed, with everything that was given out to it. */
  readonly onClientEnded?: (clientId: string) => void;
  /** Told when nothing that the provider ever gave out counts any more. */
  readonly onAllEnded?: () => void;
  /** Life of access tokens in seconds; five minutes when left out. */
  readonly accessTokenLifeS?: number;
  /** Offers the client `service-integration-test` as well. */
  readonly testClient?: boolean;
};
