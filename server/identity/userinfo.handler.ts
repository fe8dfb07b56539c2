import type { IncomingMessage, ServerResponse } from "node:http";
import { createLocalJWKSet, errors, jwtVerify } from "jose";
import type { Accounts } from "./identity.deps.ts";
import { API_AUDIENCE } from "./realm.ts";
import { readForm, sendJson } from "./realm-request.ts";
import type { PublicClient } from "./redirects.rules.ts";
import { SIGNING_ALGORITHM } from "./signing-keys.ts";
import type { SigningKeys } from "./signing-keys.ts";
import { answerPreflight, corsHeaders } from "./userinfo.cors.ts";

type UserinfoDeps = {
  readonly issuer: string;
  readonly keys: SigningKeys;
  readonly accounts: Accounts;
  readonly isGrantAlive: (grantId: string) => boolean;
  readonly findClient: (clientId: string) => PublicClient | undefined;
};

type Refusal = { readonly status: 400 | 401 | 403; readonly error: string; readonly description: string };

const INVALID: Refusal = { status: 401, error: "invalid_token", description: "The access token is not valid." };

/**
 * The UserInfo endpoint (OpenID Connect Core 1.0, 5.3), for GET and POST, and for pages of other origins (CORS). It accepts the access tokens of the API; the
 * provider's own endpoint requires separate tokens, so one token could not be used for both.
 */
export async function handleUserinfo(
  deps: UserinfoDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "OPTIONS") {
    answerPreflight(request, response);
    return;
  }
  const token = await bearerOf(request);
  const cors = corsHeaders(deps, request, token);
  if (token === undefined) {
    // RFC 6750, 3.1: no error details when there is no token.
    sendJson(response, 401, { error: "invalid_token" }, { ...cors, "WWW-Authenticate": "Bearer" });
    return;
  }
  const answer = await claimsFor(deps, token);
  if ("error" in answer) {
    const { status, error, description } = answer;
    sendJson(
      response,
      status,
      { error, error_description: description },
      { ...cors, "WWW-Authenticate": `Bearer error="${error}", error_description="${description}"` },
    );
    return;
  }
  sendJson(response, 200, answer.claims, cors);
}

async function claimsFor(deps: UserinfoDeps, token: string): Promise<{ readonly claims: object } | Refusal> {
  const payload = await verify(deps, token);
  if (payload === undefined) return INVALID;
  const { sub, scope, grant_id: grantId } = payload;
  if (typeof sub !== "string" || typeof grantId !== "string" || !deps.isGrantAlive(grantId)) return INVALID;
  const scopes = typeof scope === "string" ? scope.split(" ") : [];
  if (!scopes.includes("openid")) {
    return { status: 403, error: "insufficient_scope", description: "The scope openid is missing." };
  }
  const account = await deps.accounts.claimsOf(sub);
  if (account === undefined) return INVALID;
  return {
    claims: {
      sub,
      user_id: sub,
      ...(scopes.includes("email") ? { email: account.email, email_verified: account.email_verified } : {}),
      ...(scopes.includes("profile") && account.name !== undefined ? { name: account.name } : {}),
    },
  };
}

async function verify(deps: UserinfoDeps, token: string) {
  try {
    const keys = createLocalJWKSet({ keys: [...(await deps.keys.publicKeys()).keys] });
    const { payload } = await jwtVerify(token, keys, {
      issuer: deps.issuer,
      audience: API_AUDIENCE,
      algorithms: [SIGNING_ALGORITHM],
      typ: "at+jwt",
      requiredClaims: ["exp", "sub"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** The token from the header, or from a form on POST (RFC 6750, 2.1 and 2.2); never from the URL. */
async function bearerOf(request: IncomingMessage): Promise<string | undefined> {
  const header = /^Bearer +([\w.~+/-]+=*) *$/i.exec(request.headers.authorization ?? "")?.[1];
  if (header !== undefined || request.method !== "POST") return header;
  return (await readForm(request))?.get("access_token");
}
