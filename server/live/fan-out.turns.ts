import type { LiveMessage } from "./live-message.ts";
import type { Subscriber } from "./subscriber.ts";

/** So many clients at most are taken together: what they have in common is encoded once. */
export const WRITES_PER_TURN = 100;
/** Writing takes so long before other work gets a turn; the rest waits for the next turns. */
export const SLICE_MS = 5;
/** The time is looked at after so many writes at first, as one may take a third of a millisecond; after more if they are quick. */
const WRITES_PER_LOOK = 8;
const QUICK_MS = 0.5;
/**
 * When more than this is queued, clients without batches get only the newest record of each subject, as one with a slow
 * connection does: more than they could take in.
 */
export const MAX_QUEUED = 20_000;

/** Shares the event loop between the live stream and everything else the station does. */
export type FanOutTurns = {
  /** How many writes still fit into this turn. */
  readonly writesLeft: () => number;
  /** Writes some events to some clients: now, or where that takes too long in the next turns, in the order of the calls. */
  readonly write: (to: readonly Subscriber[], messages: readonly LiveMessage[]) => void;
  /** Passes the client to `sendQueued` in one of the next turns; those that wait longest come first. */
  readonly await: (subscriber: Subscriber) => void;
  readonly leave: (subscriber: Subscriber) => void;
  /** Runs a change of a client's queue, and counts what is queued for all. */
  readonly changeQueue: <T>(subscriber: Subscriber, change: () => T) => T;
  /** Whether more is queued than can be sent soon. */
  readonly isOverloaded: () => boolean;
};

type Write = { readonly to: readonly Subscriber[]; readonly messages: readonly LiveMessage[]; done: number };

export function createFanOutTurns(deps: {
  readonly nextTurn: (callback: () => void) => void;
  /** Milliseconds of a clock that is never set. */
  readonly elapsedMs: () => number;
  /** Sends what is queued for some clients, one write each. */
  readonly sendQueued: (subscribers: readonly Subscriber[]) => void;
  /** Writes to these clients at once. */
  readonly send: (ids: readonly string[], messages: readonly LiveMessage[]) => void;
}): FanOutTurns {
  const waiting = new Set<Subscriber>();
  let writes: Write[] = [];
  let isTurnComing = false;
  let left = WRITES_PER_TURN;
  let leftMs = SLICE_MS;
  let queued = 0;

  const requestTurn = () => {
    if (isTurnComing) return;
    isTurnComing = true;
    deps.nextTurn(takeTurn);
  };

  /** Writes until the time of this turn is up. */
  const writeOn = () => {
    let [now, first, count] = [deps.elapsedMs(), 0, WRITES_PER_LOOK];
    for (let write = writes[first]; write !== undefined && leftMs > 0; write = writes[first]) {
      const next = write.to.slice(write.done, write.done + count);
      write.done += next.length;
      for (const subscriber of next) subscriber.writing--;
      deps.send(
        next.map(({ id }) => id),
        write.messages,
      );
      if (write.done === write.to.length) first++;
      const tookMs = deps.elapsedMs() - now;
      now += tookMs;
      leftMs -= tookMs;
      if (tookMs < QUICK_MS) count *= 2;
    }
    writes = first === 0 ? writes : writes.slice(first);
    requestTurn();
  };

  const takeTurn = () => {
    isTurnComing = false;
    left = WRITES_PER_TURN;
    leftMs = SLICE_MS;
    if (writes.length > 0) writeOn();
    if (writes.length > 0) return;
    const next = [...waiting.values().take(left)];
    for (const subscriber of next) waiting.delete(subscriber);
    if (next.length > 0) deps.sendQueued(next);
    if (waiting.size > 0) requestTurn();
  };

  return {
    writesLeft: () => (writes.length > 0 ? 0 : left),
    write(to, messages) {
      left -= to.length;
      for (const subscriber of to) subscriber.writing++;
      writes.push({ to, messages, done: 0 });
      if (writes.length === 1) writeOn();
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
