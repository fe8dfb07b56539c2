import type { Subscriber } from "./subscriber.ts";

/** So many deliveries are made before other work gets a turn: some 5 ms. The rest waits for the next turns. */
export const DELIVERIES_PER_TURN = 200;
/**
 * When more than this is queued, about half a second of work, clients without batches get only the newest record of each
 * subject, as one with a slow connection does.
 */
export const MAX_QUEUED = 20_000;

/** Shares the event loop between deliveries and everything else the station does. */
export type FanOutTurns = {
  /** How many deliveries still fit into this turn. */
  readonly deliveriesLeft: () => number;
  readonly delivered: (count: number) => void;
  /** Calls `sendQueued` for the client in one of the next turns; those that wait longest come first. */
  readonly await: (subscriber: Subscriber) => void;
  readonly leave: (subscriber: Subscriber) => void;
  /** Runs a change of a client's queue, and counts what is queued for all. */
  readonly changeQueue: <T>(subscriber: Subscriber, change: () => T) => T;
  /** Whether more is queued than can be sent soon. */
  readonly isOverloaded: () => boolean;
};

export function createFanOutTurns(deps: {
  readonly nextTurn: (callback: () => void) => void;
  readonly sendQueued: (subscriber: Subscriber) => void;
}): FanOutTurns {
  const waiting = new Set<Subscriber>();
  let isTurnComing = false;
  let left = DELIVERIES_PER_TURN;
  let queued = 0;

  const requestTurn = () => {
    if (isTurnComing) return;
    isTurnComing = true;
    deps.nextTurn(takeTurn);
  };

  const takeTurn = () => {
    isTurnComing = false;
    left = DELIVERIES_PER_TURN;
    for (const subscriber of waiting) {
      if (left <= 0) return requestTurn();
      waiting.delete(subscriber);
      deps.sendQueued(subscriber);
    }
  };

  return {
    deliveriesLeft: () => left,
    delivered(count) {
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
