import type { JWTPayload } from "jose";
import type { TrustedIssuer } from "./access-token.ts";
import { textOf } from "./access-token.ts";
import type { KeySetCache } from "./key-set.cache.ts";

/** Who a token of an outside provider is about; a part of `OutsideClaims` of the users feature. */
export type OutsidePerson = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly fullName: string | undefined;
};

const LONGEST_EMAIL_CHARACTERS = 254;

/** An outside provider (`--auth-url`): accounts are made here when a person is first seen. */
export function outsideIssuer(deps: {
  readonly issuer: string;
  readonly audience?: string;
  readonly keys: KeySetCache;
  readonly findOrCreate: (person: OutsidePerson) => { readonly id: string };
}): TrustedIssuer {
  return {
    issuer: () => deps.issuer,
    key: deps.keys.key,
    userIdOf: (claims) => {
      const subject = textOf(claims["user_id"]) ?? claims.sub;
      return subject === undefined ? undefined : deps.findOrCreate(personOf(claims, deps.issuer, subject)).id;
    },
    ...(deps.audience === undefined ? {} : { audience: deps.audience }),
  };
}

function personOf(claims: JWTPayload, issuer: string, subject: string): OutsidePerson {
  const email = textOf(claims["email"]);
  return {
    issuer,
    subject,
    email: email !== undefined && email.includes("@") && email.length <= LONGEST_EMAIL_CHARACTERS ? email : undefined,
    isEmailVerified: claims["email_verified"] === true,
    fullName: textOf(claims["name"]),
  };
}
