import type { JWTPayload } from "jose";
import type { TrustedIssuer } from "./access-token.ts";
import { textOf } from "./access-token.ts";
import type { KeySetCache } from "./key-set.cache.ts";

/** The user of an external provider's token; a subset of `ExternalClaims` in the users feature. */
export type ExternalUser = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly fullName: string | undefined;
};

const MAX_EMAIL_CHARACTERS = 254;

/**
 * An external provider (`--auth-url`): accounts are created when a user is first seen. Its tokens for other services
 * must be rejected: accepted tokens name the `audience` or, when none is configured, were issued to or for one of
 * `clients`.
 */
export function externalIssuer(deps: {
  readonly issuer: string;
  readonly audience?: string;
  readonly clients?: readonly string[];
  readonly keys: KeySetCache;
  readonly findOrCreate: (person: ExternalUser) => { readonly id: string };
}): TrustedIssuer {
  return {
    issuer: () => deps.issuer,
    key: deps.keys.key,
    userIdOf: (claims) => {
      if (deps.audience === undefined && !isForClient(claims, deps.clients ?? [])) return undefined;
      const subject = textOf(claims["user_id"]) ?? claims.sub;
      return subject === undefined ? undefined : deps.findOrCreate(personOf(claims, deps.issuer, subject)).id;
    },
    ...(deps.audience === undefined ? {} : { audience: deps.audience }),
  };
}

/**
 * Whether a user of the provider is configured as an administrator. Names with an `@` are compared only with verified
 * e-mail addresses, others only with the subject, so that neither can be forged to match the other.
 */
export function isNamedAdministrator(
  {
    subject,
    email,
    isEmailVerified,
  }: Pick<ExternalUser, "subject"> & {
    readonly email?: string | undefined;
    readonly isEmailVerified?: boolean | undefined;
  },
  named: readonly string[],
): boolean {
  return named.some((name) =>
    name.includes("@") ? isEmailVerified === true && email?.toLowerCase() === name.toLowerCase() : name === subject,
  );
}

/** Whether a token was issued to one of the clients (`azp`, or `client_id` of RFC 9068) or for one (`aud`). */
function isForClient(claims: JWTPayload, clients: readonly string[]): boolean {
  const named = [claims["azp"], claims["client_id"], ...[claims.aud].flat()];
  return named.some((name) => typeof name === "string" && clients.includes(name));
}

function personOf(claims: JWTPayload, issuer: string, subject: string): ExternalUser {
  const email = textOf(claims["email"]);
  return {
    issuer,
    subject,
    email: email !== undefined && email.includes("@") && email.length <= MAX_EMAIL_CHARACTERS ? email : undefined,
    isEmailVerified: claims["email_verified"] === true,
    fullName: textOf(claims["name"]),
  };
}
