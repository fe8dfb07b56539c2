import { createLocalJWKSet, type JSONWebKeySet, type JWK, type JWTPayload, type JWTVerifyGetKey } from "jose";
import type { TrustedIssuer } from "./access-token.ts";
import { textOf } from "./access-token.ts";

/**
 * The built-in provider of this station. Its keys are looked up for every token, because they rotate while it runs.
 * `isAlive` tells whether the grant of a token still exists, because signing out revokes access tokens before they
 * expire; `sessionIdOf` returns the session of a token.
 */
export function ownIssuer(deps: {
  readonly issuer: () => string;
  readonly audience?: string;
  readonly publicKeys: () => Promise<{ readonly keys: readonly JWK[] }>;
  readonly sessionIdOf?: (claims: JWTPayload) => string | undefined;
  readonly isAlive?: (claims: JWTPayload) => boolean;
}): TrustedIssuer {
  let prepared: { readonly ids: string; readonly key: JWTVerifyGetKey } | undefined;

  async function currentKey(): Promise<JWTVerifyGetKey> {
    const { keys } = await deps.publicKeys();
    const ids = keys.map(({ kid }) => kid).join(" ");
    if (prepared?.ids !== ids) prepared = { ids, key: createLocalJWKSet({ keys } as JSONWebKeySet) };
    return prepared.key;
  }

  return {
    issuer: deps.issuer,
    type: "at+jwt",
    key: async (header, token) => (await currentKey())(header, token),
    userIdOf: (claims) => (deps.isAlive?.(claims) === false ? undefined : (textOf(claims["user_id"]) ?? claims.sub)),
    ...(deps.sessionIdOf === undefined ? {} : { sessionIdOf: deps.sessionIdOf }),
    ...(deps.audience === undefined ? {} : { audience: deps.audience }),
  };
}
