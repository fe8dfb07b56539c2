import type { NextFunction, Request, Response } from "express";
import helmet from "helmet";
import type { AccessPolicy } from "./access-policy.ts";
import { foreignHost, foreignOrigin } from "./problems.ts";
import { sendProblem } from "./send-problem.ts";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** Refuses names that are not ours (DNS rebinding) and changes asked for by pages that are not ours (CSRF). */
export function guardAccess(policy: AccessPolicy) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { host, origin } = request.headers;
    if (!policy.isAllowedHost(host)) return sendProblem(response, foreignHost(host));
    if (SAFE_METHODS.includes(request.method)) return next();
    if (origin === undefined ? isFromForeignPage(request) : !policy.isAllowedOrigin(origin, host)) {
      return sendProblem(response, foreignOrigin(origin));
    }
    next();
  };
}

/** A browser says so itself (Fetch Metadata); other programs send neither header. */
function isFromForeignPage(request: Request): boolean {
  const site = request.headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/**
 * Security headers of every answer. The console needs nothing but this station; map tiles are images and may come from
 * elsewhere over https. Styles may be inline, because component libraries write them; scripts never are.
 */
export function securityHeaders() {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", "https:"],
        fontSrc: ["'self'", "data:"],
        // Safari before 15.4 does not count the socket of the same host as 'self'.
        connectSrc: ["'self'", (request) => `ws://${request.headers.host ?? "localhost"}`],
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    // A station speaks plain HTTP on loopback; behind TLS its proxy decides about HSTS.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
  });
}
