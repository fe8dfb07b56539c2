import { type Clock, MINUTE_MS } from "../../kernel/clock.ts";
import type { Operation } from "../../contracts/operations.ts";
import type { PeerOperation, PeerStream } from "./cloud.peer.ts";

/** Operations that are requested from the peer at the same time. */
const CONCURRENT = 4;
/** Records of one operation that wait for the peer's response; the newest are kept. */
const MAX_WAITING = 200;
const MAX_OPERATIONS = 5000;
/** A flight's owner may make it private at any time. */
const FLIGHT_KNOWN_MS = MINUTE_MS;
const KNOWN_MS = 10 * MINUTE_MS;

type Use = (known: PeerOperation | undefined) => void;
type Entry = {
  known: PeerOperation | undefined;
  /** Until when the data counts as current; 0 before the first response. */
  untilMs: number;
  isAsked: boolean;
  readonly waiting: Use[];
};

export type PeerOperations = {
  /** Calls back with the peer's data of the operation: at once where it is known, in the order of the calls. */
  readonly use: (operationId: string, use: Use) => void;
  /** Call when the stream has reported a change. */
  readonly update: (operation: Operation) => void;
};

/** The data of operations that the records of a stream need: the identity of the aircraft, and whether it is public. */
export function createPeerOperations(deps: {
  readonly describe: PeerStream["describe"];
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}): PeerOperations {
  const entries = new Map<string, Entry>();
  const queue: string[] = [];
  let asking = 0;

  function entryOf(id: string): Entry {
    const found = entries.get(id);
    if (found !== undefined) return found;
    if (entries.size >= MAX_OPERATIONS) forgetOldest();
    const entry: Entry = { known: undefined, untilMs: 0, isAsked: false, waiting: [] };
    entries.set(id, entry);
    return entry;
  }

  function forgetOldest(): void {
    for (const [id, { isAsked }] of entries) if (!isAsked) return void entries.delete(id);
  }

  async function ask(id: string, entry: Entry): Promise<void> {
    const known = await deps.describe(id);
    entry.known = known;
    entry.untilMs = deps.clock.now() + (known !== undefined && isFlight(known.operation) ? FLIGHT_KNOWN_MS : KNOWN_MS);
    entry.isAsked = false;
    for (const use of entry.waiting.splice(0)) use(known);
  }

  function askNext(): void {
    while (asking < CONCURRENT) {
      const id = queue.shift();
      if (id === undefined) return;
      asking += 1;
      ask(id, entryOf(id))
        .catch(deps.onFailure)
        .finally(() => {
          asking -= 1;
          askNext();
        });
    }
  }

  return {
    use(id, use) {
      const entry = entryOf(id);
      if (!entry.isAsked && entry.untilMs > deps.clock.now()) return use(entry.known);
      if (entry.waiting.push(use) > MAX_WAITING) entry.waiting.shift();
      if (entry.isAsked) return;
      entry.isAsked = true;
      queue.push(id);
      askNext();
    },
    update(operation) {
      const entry = entries.get(operation.id);
      if (entry?.known === undefined) return;
      const wasFlight = isFlight(entry.known.operation);
      entry.known = { ...entry.known, operation };
      // A private flight may have been merged into it.
      if (!wasFlight && isFlight(operation)) entry.untilMs = 0;
    },
  };
}

/** Only flights can be private on a cloud instance. */
function isFlight({ sources }: Operation): boolean {
  return sources.some(({ type }) => type === "direct");
}
