import type { NextFunction, Request, Response } from "express";
import helmet from "helmet";
import { type AccessPolicy, isHostName } from "./access-policy.ts";
import { foreignHost, foreignOrigin, malformedHost } from "./problems.ts";
import { sendProblem } from "./send-problem.ts";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** Refuses foreign host names (DNS rebinding) and changes requested by foreign pages (CSRF). */
export function guardAccess(policy: AccessPolicy) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { host, origin } = request.headers;
    if (host !== undefined && !isHostName(host)) return sendProblem(response, malformedHost(host));
    if (!policy.isAllowedHost(host)) return sendProblem(response, foreignHost(host));
    if (SAFE_METHODS.includes(request.method)) return next();
    if (origin === undefined ? isFromForeignPage(request) : !policy.isAllowedOrigin(origin, host)) {
      return sendProblem(response, foreignOrigin(origin));
    }
    next();
  };
}

/** Browsers mark such requests themselves (Fetch Metadata); other programs send neither header. */
function isFromForeignPage(request: Request): boolean {
  const site = request.headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/** Hosts whose policy is kept; a station is reached by a few names. */
const MAX_KEPT_POLICIES = 64;

/**
 * Security headers of every response. The console needs only this station, except for map tiles: images that may come
 * from elsewhere over https. Inline styles are allowed, because component libraries use them; inline scripts are not.
 */
export function securityHeaders(policy: AccessPolicy) {
  const setOthers = helmet({
    contentSecurityPolicy: false,
    // A station serves plain HTTP on loopback; with TLS in front, the proxy decides about HSTS.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
  });
  // The policy depends on the host only, and to write it takes longer than all other headers together.
  const byHost = new Map<string, ReturnType<typeof contentSecurityPolicy>>();

  return (request: Request, response: Response, next: NextFunction): void => {
    const { host } = request.headers;
    const socketHost = host !== undefined && policy.isAllowedHost(host) ? host : "localhost";
    let setPolicy = byHost.get(socketHost);
    if (setPolicy === undefined) {
      if (byHost.size >= MAX_KEPT_POLICIES) byHost.clear();
      setPolicy = contentSecurityPolicy(socketHost);
      byHost.set(socketHost, setPolicy);
    }
    setPolicy(request, response, (error?: unknown) => {
      if (error === undefined) setOthers(request, response, next);
      else next(error);
    });
  };
}

function contentSecurityPolicy(socketHost: string) {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:", "https:"],
      fontSrc: ["'self'", "data:"],
      // For Safari before 15.4 the WebSocket of the same host is not covered by 'self'.
      connectSrc: ["'self'", `ws://${socketHost}`],
      workerSrc: ["'self'", "blob:"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
  });
}
