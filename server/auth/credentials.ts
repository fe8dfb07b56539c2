import type { IncomingHttpHeaders } from "node:http";

/** The credential of a request. */
export type PresentedCredential =
  | { readonly kind: "nothing" }
  /** From the header for personal access tokens. */
  | { readonly kind: "pat"; readonly text: string }
  /** A personal access token or an access token as bearer token (RFC 6750). */
  | { readonly kind: "bearer"; readonly text: string }
  | { readonly kind: "unusable" };

const PAT_HEADERS = ["x-personal-access-token", "x-personal-access"] as const;
const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;
const MAX_CREDENTIAL_CHARACTERS = 16 * 1024;

/**
 * Reads the credential of a request. A malformed credential is an error: it is never ignored in favour of another one
 * or of anonymous access.
 */
export function readCredential(headers: IncomingHttpHeaders): PresentedCredential {
  for (const name of PAT_HEADERS) {
    const text = headers[name];
    if (text !== undefined) return typeof text === "string" ? { kind: "pat", text } : { kind: "unusable" };
  }
  const { authorization } = headers;
  if (authorization === undefined) return { kind: "nothing" };
  const text = authorization.length > MAX_CREDENTIAL_CHARACTERS ? undefined : BEARER.exec(authorization)?.[1];
  return text === undefined ? { kind: "unusable" } : { kind: "bearer", text };
}

/** A JSON Web Token in compact form has two dots, a personal access token one. */
export function looksLikeJwt(text: string): boolean {
  return text.split(".").length === 3;
}
