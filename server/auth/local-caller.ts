import type { IncomingHttpHeaders } from "node:http";
import { isLoopbackAddress } from "../kernel/loopback.ts";

const PROXY_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"] as const;

/**
 * Whether a call comes from this computer: over a loopback connection and without headers of a proxy. Otherwise all
 * callers of a reverse proxy on this computer would appear local.
 */
export function isFromThisComputer(headers: IncomingHttpHeaders, remoteAddress: string | undefined): boolean {
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return remoteAddress !== undefined && isLoopbackAddress(remoteAddress);
}
