import { isIPv4 } from "node:net";

/** Who may speak to a station by name: decided from the headers alone, before anything else is looked at. */
export type AccessPolicy = {
  /** Whether a `Host` header names this station. Anything else is a name someone else points here (DNS rebinding). */
  readonly isAllowedHost: (host: string | undefined) => boolean;
  /** Whether a page of this `Origin` may change something or open a live connection at this `Host`. */
  readonly isAllowedOrigin: (origin: string, host: string | undefined) => boolean;
  /** Whether pages of this origin, which is not the station's own, may read its answers (CORS). */
  readonly isSharedOrigin: (origin: string) => boolean;
  /** Whether there are such origins at all. */
  readonly sharesWithOrigins: boolean;
};

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/**
 * Loopback names and addresses are always allowed, others by configuration.
 *
 * @param hosts further names or addresses of this station, without a port; IPv6 in brackets
 * @param ownAddresses addresses of this computer, where others may call it by them; asked for at every such call
 * @param baseUrl the address by which others reach it, where a proxy stands in front
 * @param origins further origins (RFC 6454, `https://console.example`) whose pages may act here
 */
export function createAccessPolicy(
  allowed: {
    readonly hosts?: readonly string[];
    readonly baseUrl?: string;
    readonly ownAddresses?: () => readonly string[];
    readonly origins?: readonly string[];
  } = {},
): AccessPolicy {
  const base = allowed.baseUrl === undefined ? undefined : new URL(allowed.baseUrl);
  const hosts = new Set([...(allowed.hosts ?? []), ...(base ? [base.hostname] : [])].map((host) => host.toLowerCase()));
  const origins = new Set(allowed.origins ?? []);

  const isAllowedHost = (host: string | undefined) => {
    const name = nameOf(host);
    if (name === undefined) return false;
    return isLoopback(name) || hosts.has(name) || (allowed.ownAddresses?.().includes(name) ?? false);
  };
  return {
    isAllowedHost,
    isSharedOrigin: (origin) => origins.has(origin),
    sharesWithOrigins: origins.size > 0,
    isAllowedOrigin(origin, host) {
      if (origins.has(origin) || origin === base?.origin) return true;
      // Another port of this computer is another program: only the very page this station serves may act.
      const own = host?.toLowerCase();
      return isAllowedHost(host) && (origin === `http://${own}` || origin === `https://${own}`);
    },
  };
}

function nameOf(host: string | undefined): string | undefined {
  return HOST.exec(host ?? "")?.[1]
    ?.toLowerCase()
    .replace(/\.$/, "");
}

function isLoopback(name: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost") || name === "[::1]") return true;
  return isIPv4(name) && name.startsWith("127.");
}
