import { isLoopbackHost } from "../kernel/loopback.ts";

/**
 * Which hosts and origins may use a station: decided from the headers alone, before anything else of a request is read.
 */
export type AccessPolicy = {
  /**
   * Whether a `Host` header names this station. Any other name may have been pointed here by an attacker (DNS
   * rebinding).
   */
  readonly isAllowedHost: (host: string | undefined) => boolean;
  /** Whether a page of this `Origin` may change something or open a live connection at this `Host`. */
  readonly isAllowedOrigin: (origin: string, host: string | undefined) => boolean;
  /** Whether pages of this origin, which is not the station's own, may read its responses (CORS). */
  readonly isSharedOrigin: (origin: string) => boolean;
  /** Whether there are such origins. */
  readonly sharesWithOrigins: boolean;
};

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/**
 * Loopback names and addresses are always allowed, others by configuration.
 *
 * @param hosts further names or addresses of this station, without a port; IPv6 in brackets
 * @param ownAddresses addresses of this computer, if others may use them; called for each such request
 * @param baseUrl the address by which others reach the station, for example that of a proxy
 * @param origins further origins (RFC 6454, `https://console.example`) whose pages may use this station
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
    if (isLoopbackHost(name) || name.endsWith(".localhost")) return true;
    return hosts.has(name) || (allowed.ownAddresses?.().includes(name) ?? false);
  };
  return {
    isAllowedHost,
    isSharedOrigin: (origin) => origins.has(origin),
    sharesWithOrigins: origins.size > 0,
    isAllowedOrigin(origin, host) {
      if (origins.has(origin) || origin === base?.origin) return true;
      // Another port of this computer belongs to another program: only the page that this station serves is allowed.
      const own = host?.toLowerCase();
      return isAllowedHost(host) && (origin === `http://${own}` || origin === `https://${own}`);
    },
  };
}

/** Whether a `Host` header has the form that RFC 9110 7.2 demands. */
export function isHostName(host: string): boolean {
  return HOST.test(host);
}

function nameOf(host: string | undefined): string | undefined {
  return HOST.exec(host ?? "")?.[1]
    ?.toLowerCase()
    .replace(/\.$/, "");
}
