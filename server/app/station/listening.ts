import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopbackHost } from "../../kernel/loopback.ts";

/** The host on which a station listens, and the settings that decide whether it may. */
export type ListenOptions = {
  readonly host: string;
  readonly isDemo: boolean;
  readonly localOperator: boolean;
  readonly hasAccounts: boolean;
};

/** Why a station must not listen there, as a sentence for its operator that says what to do; undefined if it may. */
export function listenRefusal({ host, isDemo, localOperator, hasAccounts }: ListenOptions): string | undefined {
  if (isLoopbackHost(host)) return undefined;
  if (localOperator) {
    const option = isDemo ? "--demo" : "--local-operator";
    return `With ${option} nobody has to sign in, so this station listens on its own computer only (127.0.0.1), not on ${host}; start it without ${option}.`;
  }
  if (!hasAccounts) {
    return `This station has no accounts yet, so it listens on its own computer only (127.0.0.1), not on ${host}; make the first one there, or with: station user add EMAIL --data DIR.`;
  }
  return undefined;
}

/** Addresses of this computer as a `Host` header writes them; read at each call, because networks change. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => (isIPv6(address) ? `[${address}]` : address)),
  );
}

/**
 * The host by which others reach the station if none is configured. If it listens on all addresses, this is the first
 * allowed name, or the first address of a network.
 */
export function reachableHost(address: string, allowedHosts: readonly string[]): string {
  if (address !== "0.0.0.0" && address !== "::") return isIPv6(address) ? `[${address}]` : address;
  const [ofNetwork] = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === "IPv4" && !internal);
  return allowedHosts[0] ?? ofNetwork?.address ?? "127.0.0.1";
}
