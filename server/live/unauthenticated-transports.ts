import { isLoopbackAddress } from "../kernel/loopback.ts";

/**
 * From one address of the network; an office behind one address has room as soon as earlier connections are
 * authenticated.
 */
const MAX_PER_ADDRESS = 20;

/** Connections whose clients have not been authenticated, counted by address; loopback is not, as a proxy may be there. */
export type UnauthenticatedTransports = {
  /** Why there is no room for another connection from an address, as a sentence. */
  readonly findRefusal: (address: string | undefined) => string | undefined;
  readonly add: (connection: object, address: string | undefined) => void;
  /** Call when a connection was authenticated, or has closed. */
  readonly remove: (connection: object) => void;
};

export function createUnauthenticatedTransports(): UnauthenticatedTransports {
  const addresses = new Map<object, string>();
  const counts = new Map<string, number>();
  return {
    findRefusal: (address) =>
      address !== undefined && (counts.get(address) ?? 0) >= MAX_PER_ADDRESS
        ? `This address has ${MAX_PER_ADDRESS} live connections that have not presented a credential; come back when they are closed.`
        : undefined,
    add(connection, address) {
      if (address === undefined || isLoopbackAddress(address)) return;
      addresses.set(connection, address);
      counts.set(address, (counts.get(address) ?? 0) + 1);
    },
    remove(connection) {
      const address = addresses.get(connection);
      if (address === undefined) return;
      addresses.delete(connection);
      const left = counts.get(address)! - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    },
  };
}
