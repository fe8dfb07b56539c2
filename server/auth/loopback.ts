import { isIPv4 } from "node:net";
import type { IncomingHttpHeaders } from "node:http";

const PROXY_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"] as const;

/**
 * Whether a call comes from this computer: over a loopback connection and without headers of a proxy. Otherwise all
 * callers of a reverse proxy on this computer would appear local.
 */
export function isFromThisComputer(headers: IncomingHttpHeaders, remoteAddress: string | undefined): boolean {
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const address = remoteAddress?.replace(/^::ffff:/i, "") ?? "";
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}
