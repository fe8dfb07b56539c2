import type { IncomingHttpHeaders } from "node:http";
import type { RecordAudit } from "../kernel/audit.ts";
import { LOCAL_OPERATOR, type Principal } from "../kernel/principal.ts";
import type { VerifiedToken } from "./access-token.ts";
import { looksLikeJwt, readCredential } from "./credentials.ts";
import { isFromThisComputer } from "./local-caller.ts";

/** The properties of an account that decide whether its credentials are accepted; times in Unix milliseconds. */
export type KnownUser = {
  readonly id: string;
  readonly isAdministrator: boolean;
  /** Neither disabled nor deactivated. */
  readonly isActive: boolean;
  /** Access tokens issued before are rejected. */
  readonly sessionsSinceMs: number;
};

export type AuthenticateDeps = {
  /** The personal access token with a text, unless it is unknown, wrong or expired. */
  readonly findToken: (
    text: string,
  ) => { readonly id: string; readonly userId: string; readonly expiresMs: number } | undefined;
  /** The content of an access token, unless it is invalid. */
  readonly verifyJwt: (text: string) => Promise<VerifiedToken | undefined>;
  readonly findUser: (userId: string) => KnownUser | undefined;
  /** Whether callers on this computer without a credential act as the local operator. */
  readonly localOperator: boolean;
  readonly recordAudit: RecordAudit;
};

type Credentials = { readonly headers: IncomingHttpHeaders; readonly remoteAddress: string | undefined };

export type Authenticate = (credentials: Credentials) => Promise<Principal | undefined>;

/**
 * Authenticates callers; `undefined` for an invalid credential, whatever the reason. `http` accepts personal access
 * tokens and access tokens, `live` access tokens only.
 */
export function createAuthenticate(deps: AuthenticateDeps): {
  readonly http: Authenticate;
  readonly live: Authenticate;
} {
  const { findToken, verifyJwt, findUser, localOperator, recordAudit } = deps;

  function fromPat(text: string, address: string | undefined): Principal | undefined {
    const token = findToken(text);
    const user = token && findUser(token.userId);
    if (token === undefined || user === undefined || !user.isActive) return undefined;
    recordAudit({ kind: "token_used", userId: user.id, actorId: user.id, address, detail: { token_id: token.id } });
    return {
      userId: user.id,
      isAdministrator: user.isAdministrator,
      credential: "pat",
      tokenId: token.id,
      expiresAtMs: token.expiresMs,
    };
  }

  async function fromJwt(text: string): Promise<Principal | undefined> {
    const token = await verifyJwt(text);
    const user = token && findUser(token.userId);
    if (token === undefined || user === undefined || !user.isActive) return undefined;
    // `iat` has whole seconds: a token from the same second as the password change is accepted.
    if (Math.floor(token.issuedAtMs / 1000) < Math.floor(user.sessionsSinceMs / 1000)) return undefined;
    return {
      userId: user.id,
      isAdministrator: user.isAdministrator,
      credential: "oidc",
      expiresAtMs: token.expiresAtMs,
      ...(token.clientId === undefined ? {} : { clientId: token.clientId }),
      ...(token.sessionId === undefined ? {} : { sessionId: token.sessionId }),
    };
  }

  async function identify(
    { headers, remoteAddress }: Credentials,
    { acceptsPat }: { readonly acceptsPat: boolean },
  ): Promise<Principal | undefined> {
    const presented = readCredential(headers);
    switch (presented.kind) {
      case "nothing":
        return localOperator && isFromThisComputer(headers, remoteAddress) ? LOCAL_OPERATOR : undefined;
      case "unusable":
        return refused(remoteAddress);
      case "pat":
        return (acceptsPat ? fromPat(presented.text, remoteAddress) : undefined) ?? refused(remoteAddress);
      case "bearer": {
        if (looksLikeJwt(presented.text)) return (await fromJwt(presented.text)) ?? refused(remoteAddress);
        return (acceptsPat ? fromPat(presented.text, remoteAddress) : undefined) ?? refused(remoteAddress);
      }
    }
  }

  function refused(address: string | undefined): undefined {
    recordAudit({ kind: "credential_refused", userId: null, actorId: null, address });
    return undefined;
  }

  return {
    http: (credentials) => identify(credentials, { acceptsPat: true }),
    live: (credentials) => identify(credentials, { acceptsPat: false }),
  };
}
