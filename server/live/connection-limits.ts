/** How many live connections may be open at once. */
export type ConnectionLimits = { readonly perPerson: number; readonly perStation: number };

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = { perPerson: 20, perStation: 1000 };

export type ConnectionCounts = {
  /** Counts a connection of the person, or says in a sentence why there is no room for it. */
  readonly open: (id: string, userId: string) => string | undefined;
  readonly close: (id: string) => void;
};

/** Counts live connections by person. */
export function createConnectionCounts({ perPerson, perStation }: ConnectionLimits): ConnectionCounts {
  const people = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    open(id, userId) {
      const own = counts.get(userId) ?? 0;
      if (own >= perPerson) {
        return `This person has ${perPerson} live connections already; close one, or raise --max-sockets-per-person.`;
      }
      if (people.size >= perStation) {
        return `The station has ${perStation} live connections already; close one, or raise --max-sockets.`;
      }
      people.set(id, userId);
      counts.set(userId, own + 1);
      return undefined;
    },
    close(id) {
      const userId = people.get(id);
      if (userId === undefined) return;
      people.delete(id);
      const left = (counts.get(userId) ?? 1) - 1;
      if (left > 0) counts.set(userId, left);
      else counts.delete(userId);
    },
  };
}
