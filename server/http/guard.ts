import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, Response } from "express";
import helmet from "helmet";
import { type AccessPolicy, isHostName } from "./access-policy.ts";
import { foreignHost, foreignOrigin, malformedHost, type Problem } from "./problems.ts";
import { sendProblem } from "./send-problem.ts";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses foreign host names (DNS rebinding) and changes requested by foreign pages (CSRF). The returned function tells
 * whether the request continues; otherwise the refusal was sent.
 */
export function guardAccess(policy: AccessPolicy) {
  const problemOf = (request: Request): Problem | undefined => {
    const { host, origin } = request.headers;
    if (host !== undefined && !isHostName(host)) return malformedHost(host);
    if (!policy.isAllowedHost(host)) return foreignHost(host);
    if (SAFE_METHODS.includes(request.method)) return undefined;
    const isForeign = origin === undefined ? isFromForeignPage(request) : !policy.isAllowedOrigin(origin, host);
    return isForeign ? foreignOrigin(origin) : undefined;
  };
  return (request: Request, response: Response): boolean => {
    const problem = problemOf(request);
    if (problem !== undefined) sendProblem(response, problem);
    return problem === undefined;
  };
}

/** Browsers mark such requests themselves (Fetch Metadata); other programs send neither header. */
function isFromForeignPage(request: Request): boolean {
  const site = request.headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/** Hosts whose headers are kept; a station is reached by a few names. */
const MAX_KEPT_HOSTS = 64;

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
  // The headers depend on the host only, and a chain of middleware takes longer than the handler of a short response.
  const byHost = new Map<string, readonly (readonly [name: string, value: string])[]>();

  return (request: Request, response: Response): void => {
    const { host } = request.headers;
    const socketHost = host !== undefined && policy.isAllowedHost(host) ? host : "localhost";
    let headers = byHost.get(socketHost);
    if (headers === undefined) {
      if (byHost.size >= MAX_KEPT_HOSTS) byHost.clear();
      headers = [...headersOf(contentSecurityPolicy(socketHost)), ...headersOf(setOthers)];
      byHost.set(socketHost, headers);
    }
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** The headers that a middleware sets for any request. */
function headersOf(middleware: Middleware): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return headers;
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
