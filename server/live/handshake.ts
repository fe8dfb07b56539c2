import type { IncomingHttpHeaders } from "node:http";
import type { Unauthenticated } from "../contracts/errors.ts";

/**
 * The headers that authenticate a client of the live stream. Its access token is in `auth`, as a string, as `{ token }`
 * or under the name in the token endpoint's response, `{ access_token }`; or in a header if the client cannot send it
 * there. A token that is present but unusable is refused, never ignored.
 */
export function headersOf({
  headers,
  auth,
}: {
  readonly headers: IncomingHttpHeaders;
  readonly auth: Readonly<Record<string, unknown>>;
}): IncomingHttpHeaders {
  const token = auth["token"] ?? auth["access_token"];
  return token === undefined || token === null ? headers : { ...headers, authorization: bearer(token) };
}

/**
 * The header for a token from any client, which may already begin with the scheme; anything but a string becomes a
 * token that is never accepted.
 */
export function bearer(token: unknown): string {
  return `Bearer ${typeof token === "string" ? token.replace(/^Bearer +/i, "") : ""}`;
}

export const UNAUTHENTICATED: Unauthenticated = {
  type: "unauthenticated",
  msg: "Credentials are missing or cannot be used.",
  loc: ["header", "Authorization"],
  input: "omitted",
};

/** The error for a refused client: `data` of its `connect_error` has the shape of API errors. */
export function unauthenticated(): Error {
  return Object.assign(new Error(UNAUTHENTICATED.type), { data: UNAUTHENTICATED });
}

/** The error for a client for which there is no room, with a sentence to show. */
export function tooManyConnections(msg: string): Error {
  return Object.assign(new Error("too_many_connections"), { data: { type: "too_many_connections", msg } });
}
