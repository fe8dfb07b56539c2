import type { IncomingHttpHeaders } from "node:http";
import type { Unauthenticated } from "../contracts/errors.ts";

/**
 * The headers by which a client of the live stream is judged: its access token stands in `auth`, as a text or as
 * `{ token }`, or in a header where the client cannot say it there. A token that is there and cannot be used is never
 * passed over.
 */
export function headersOf({
  headers,
  auth,
}: {
  readonly headers: IncomingHttpHeaders;
  readonly auth: Readonly<Record<string, unknown>>;
}): IncomingHttpHeaders {
  const { token } = auth;
  return token === undefined || token === null ? headers : { ...headers, authorization: bearer(token) };
}

/** The header for a token from anywhere; what is no text becomes one that nobody accepts. */
export function bearer(token: unknown): string {
  return `Bearer ${typeof token === "string" ? token : ""}`;
}

export const UNAUTHENTICATED: Unauthenticated = {
  type: "unauthenticated",
  msg: "Credentials are missing or cannot be used.",
  loc: ["header", "Authorization"],
  input: "omitted",
};

/** What a refused client is told: the shape of the API is in `data` of its `connect_error`. */
export function unauthenticated(): Error {
  return Object.assign(new Error(UNAUTHENTICATED.type), { data: UNAUTHENTICATED });
}
