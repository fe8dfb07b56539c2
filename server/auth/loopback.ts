import { isIPv4 } from "node:net";
import type { IncomingHttpHeaders } from "node:http";

const PROXY_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"] as const;

/**
 * Whether a caller sits at this computer: the connection comes from loopback, and nothing says that it was relayed. A
 * reverse proxy on this computer makes everybody look local otherwise.
 */
export function isFromThisComputer(headers: IncomingHttpHeaders, remoteAddress: string | undefined): boolean {
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const address = remoteAddress?.replace(/^::ffff:/i, "") ?? "";
  return address === "::1" || (isIPv4(address) && address.startsWith("127."));
}
