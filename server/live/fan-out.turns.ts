import type { Subscriber } from "./subscriber.ts";

/** So many writes to clients are made before other work gets a turn: some 5 ms. The rest waits for the next turns. */
export const WRITES_PER_TURN = 200;
/**
 * When more than this is queued, clients without batches get only the newest record of each subject, as one with a slow
 * connection does: more than they could take in.
 */
export const MAX_QUEUED = 20_000;

/** Shares the event loop between the live stream and everything else the station does. */
export type FanOutTurns = {
  /** How many writes still fit into this turn. */
  readonly writesLeft: () => number;
  readonly wrote: (count: number) => void;
  /** Passes the client to `sendQueued` in one of the next turns; those that wait longest come first. */
  readonly await: (subscriber: Subscriber) => void;
  readonly leave: (subscriber: Subscriber) => void;
  /** Runs a change of a client's queue, and counts what is queued for all. */
  readonly changeQueue: <T>(subscriber: Subscriber, change: () => T) => T;
  /** Whether more is queued than can be sent soon. */
  readonly isOverloaded: () => boolean;
};

export function createFanOutTurns(deps: {
  readonly nextTurn: (callback: () => void) => void;
  /** Sends what is queued for some clients, one write each. */
  readonly sendQueued: (subscribers: readonly Subscriber[]) => void;
}): FanOutTurns {
  const waiting = new Set<Subscriber>();
  let isTurnComing = false;
  let left = WRITES_PER_TURN;
  let queued = 0;

  const requestTurn = () => {
    if (isTurnComing) return;
    isTurnComing = true;
    deps.nextTurn(takeTurn);
  };

  const takeTurn = () => {
    isTurnComing = false;
    left = WRITES_PER_TURN;
    const next = [...waiting.values().take(left)];
    for (const subscriber of next) waiting.delete(subscriber);
    if (next.length > 0) deps.sendQueued(next);
    if (waiting.size > 0) requestTurn();
  };

  return {
    writesLeft: () => left,
    wrote(count) {
      left -= count;
      requestTurn();
    },
    await(subscriber) {
      waiting.add(subscriber);
      requestTurn();
    },
    leave(subscriber) {
      queued -= subscriber.size;
      waiting.delete(subscriber);
    },
    changeQueue(subscriber, change) {
      const before = subscriber.size;
      const result = change();
      queued += subscriber.size - before;
      return result;
    },
    isOverloaded: () => queued >= MAX_QUEUED,
  };
}
