import { isIPv4 } from "node:net";

/** Whether the address of a connection belongs to this computer, as do those of all callers behind a proxy on it. */
export function isLoopbackAddress(address: string): boolean {
  // The usual address first, because this is asked for most responses.
  return address === "127.0.0.1" || address === "::1" || isLoopbackV4(address.replace(/^::ffff:/i, ""));
}

/**
 * Whether a host is this computer: `localhost` or an address, IPv6 with the brackets of a URL or without. A name that
 * only begins like an address (`127.0.0.1.example`) is another computer.
 */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || isLoopbackV4(host);
}

function isLoopbackV4(text: string): boolean {
  return isIPv4(text) && text.startsWith("127.");
}
