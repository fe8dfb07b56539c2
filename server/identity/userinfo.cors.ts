import type { IncomingMessage, ServerResponse } from "node:http";
import { decodeJwt } from "jose";
import type { PublicClient } from "./redirects.rules.ts";
import { isOwnOrigin, isPageOfClient } from "./redirects.rules.ts";

type CorsDeps = { readonly issuer: string; readonly findClient: (clientId: string) => PublicClient | undefined };

/** How long a browser may cache the response to a preflight, seconds. */
const PREFLIGHT_LIFE_S = 3600;

/** Responds to a preflight. It carries no token, so the client of the page is not known yet. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  response.writeHead(204, {
    ...(origin === undefined ? {} : { "Access-Control-Allow-Origin": origin }),
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": String(PREFLIGHT_LIFE_S),
    Vary: "Origin",
  });
  response.end();
}

/**
 * Allows a page of the token's client to read the response, by the rule of the token endpoint. A refused token
 * identifies its client as well: its page must learn that it needs another.
 */
export function corsHeaders(
  { issuer, findClient }: CorsDeps,
  { headers: { origin } }: IncomingMessage,
  token: string | undefined,
): Readonly<Record<string, string>> {
  if (origin === undefined) return {};
  const client = token === undefined ? undefined : findClient(clientOf(token));
  const isAllowed = isOwnOrigin(origin, issuer) || (client !== undefined && isPageOfClient(origin, client));
  return {
    Vary: "Origin",
    ...(isAllowed
      ? { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": "WWW-Authenticate" }
      : {}),
  };
}

/** The client that a token contains; the token is not verified. */
function clientOf(token: string): string {
  try {
    return String(decodeJwt(token)["client_id"]);
  } catch {
    return "";
  }
}
