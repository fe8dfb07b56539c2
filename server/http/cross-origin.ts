import type { Request, Response } from "express";
import type { AccessPolicy } from "./access-policy.ts";
import { setVary } from "./set-vary.ts";

/** Headers of a response that a page may read (Fetch, CORS). */
const EXPOSED_HEADERS =
  "X-Request-Id, X-Total-Count, X-Not-Judged, Link, Retry-After, Content-Disposition, Deprecation, ETag";
const ALLOWED_METHODS = "GET, POST, PUT, PATCH, DELETE";
const ALLOWED_HEADERS =
  "Authorization, X-Personal-Access-Token, X-Personal-Access, Content-Type, Content-Encoding, Accept, If-None-Match, X-Request-Id";
const PREFLIGHT_MAX_AGE_S = 600;

/**
 * Allows pages of configured origins to read responses (CORS). Credentials are headers, never cookies, so the mode for
 * cookies is not offered. Pages of other origins get no CORS header. The returned function tells whether the request
 * continues: a preflight is completed here.
 */
export function crossOrigin({ isSharedOrigin, sharesWithOrigins }: AccessPolicy) {
  return (request: Request, response: Response): boolean => {
    if (!sharesWithOrigins) return true;
    setVary(response, "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !isSharedOrigin(origin)) return true;
    response.set("Access-Control-Allow-Origin", origin);
    response.set("Cross-Origin-Resource-Policy", "cross-origin");
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) {
      response.set("Access-Control-Expose-Headers", EXPOSED_HEADERS);
      return true;
    }
    response.set({
      "Access-Control-Allow-Methods": ALLOWED_METHODS,
      "Access-Control-Allow-Headers": ALLOWED_HEADERS,
      "Access-Control-Max-Age": String(PREFLIGHT_MAX_AGE_S),
    });
    response.status(204).end();
    return false;
  };
}
