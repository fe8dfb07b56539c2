import { isLoopbackAddress } from "../kernel/loopback.ts";

/** How many live connections may be open at once. */
export type ConnectionLimits = {
  readonly perPerson: number;
  /** From one address of the network; loopback is not counted, because a proxy there stands for many computers. */
  readonly perAddress: number;
  readonly perStation: number;
};

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = { perPerson: 20, perAddress: 200, perStation: 1000 };

export type ConnectionCounts = {
  /** Counts a connection, or returns a sentence on why there is no room for it. */
  readonly open: (id: string, caller: Caller) => string | undefined;
  readonly close: (id: string) => void;
};

type Caller = {
  readonly userId: string;
  /** The other end's address; undefined when it has already disconnected. */
  readonly address: string | undefined;
};

/** Counts live connections by person and by address. */
export function createConnectionCounts({
  perPerson,
  perAddress,
  perStation,
}: ConnectionLimits = DEFAULT_CONNECTION_LIMITS): ConnectionCounts {
  const callers = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  return {
    open(id, { userId, address }) {
      const person = `person ${userId}`;
      const network = address === undefined || isLoopbackAddress(address) ? undefined : `address ${address}`;
      if (countOf(person) >= perPerson) {
        return `This person has ${perPerson} live connections already; close one, or raise --max-sockets-per-person.`;
      }
      if (network !== undefined && countOf(network) >= perAddress) {
        return `This address has ${perAddress} live connections already; close one, or raise --max-sockets-per-address.`;
      }
      if (callers.size >= perStation) {
        return `The station has ${perStation} live connections already; close one, or raise --max-sockets.`;
      }
      const keys = network === undefined ? [person] : [person, network];
      callers.set(id, keys);
      for (const key of keys) counts.set(key, countOf(key) + 1);
      return undefined;
    },
    close(id) {
      for (const key of callers.get(id) ?? []) {
        const left = countOf(key) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      }
      callers.delete(id);
    },
  };
}
