import { createLocalJWKSet, type JSONWebKeySet, type JWK, type JWTPayload, type JWTVerifyGetKey } from "jose";
import type { TrustedIssuer } from "./access-token.ts";
import { textOf } from "./access-token.ts";

/**
 * The provider built into this station. Its keys are asked for with every token, because they rotate while it runs.
 * `isAlive` says whether what a token stems from still stands: signing out ends access tokens before their time; `sessionIdOf` which sign-in
 * that was.
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
