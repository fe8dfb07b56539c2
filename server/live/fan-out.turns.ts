import type { LiveMessage } from "./live-message.ts";
import type { QueuedRecord, Recipient, Subscriber } from "./subscriber.ts";
import { createWritePace } from "./write-pace.ts";

/** The most clients that are handled together: what they have in common is encoded once. */
export const WRITES_PER_TURN = 100;
/**
 * After this many records no more clients are added: sorting and comparing records takes a few milliseconds as well.
 */
export const RECORDS_PER_TURN = 5000;
/** How long writing takes before other work runs; the rest waits for the next turns. */
const SLICE_MS = 4;
/** The time is checked after this many writes at first, as one may take a millisecond; after more if they are fast. */
const WRITES_PER_LOOK = 2;
const QUICK_MS = 0.5;
/**
 * When more than this is queued, clients without batches get only the newest record of each subject, as one with a slow
 * connection does: they could not process more.
 */
export const MAX_QUEUED = 20_000;

/** Shares the event loop between the live stream and all other work of the station. */
export type FanOutTurns = {
  /** How many writes still fit into this turn. */
  readonly writesLeft: () => number;
  /**
   * Writes some events to some clients: now, or in the next turns where that takes too long, in the order of the calls.
   */
  readonly write: (to: readonly Recipient[], messages: readonly LiveMessage[]) => void;
  /** Calls `sendQueued` with the client in one of the next turns; those that wait longest are first. */
  readonly schedule: (subscriber: Subscriber) => void;
  readonly leave: (subscriber: Subscriber) => void;
  /** Queues a record for a client; while more is queued than can be sent soon, only the newest of each subject. */
  readonly enqueue: (subscriber: Subscriber, item: QueuedRecord) => void;
  /** Runs another change of a client's queue, and counts what is queued for all. */
  readonly changeQueue: <T>(subscriber: Subscriber, change: () => T) => T;
  /** Whether more is queued than can be sent soon. */
  readonly isOverloaded: () => boolean;
  /** The pause after a write to a client, milliseconds: in a crowd, what is published meanwhile is written together. */
  readonly writeIntervalMs: () => number;
};

type Write = { readonly to: readonly Recipient[]; readonly messages: readonly LiveMessage[]; done: number };

type FanOutTurnsDeps = {
  readonly nextTurn: (callback: () => void) => void;
  /** Calls back once, after that many milliseconds. */
  readonly later: (callback: () => void, delayMs: number) => void;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** The part of that time in which the event loop was busy. */
  readonly busyMs: () => number;
  /** How many are connected. */
  readonly clients: () => number;
  /** Sends what is queued for some clients, one write each. */
  readonly sendQueued: (subscribers: readonly Subscriber[]) => void;
  /** Writes to these clients at once. */
  readonly send: (to: readonly Recipient[], messages: readonly LiveMessage[]) => void;
};

export function createFanOutTurns(deps: FanOutTurnsDeps): FanOutTurns {
  const waiting = new Set<Subscriber>();
  let writes: Write[] = [];
  let isTurnComing = false;
  let isPausing = false;
  let left = WRITES_PER_TURN;
  let leftMs = SLICE_MS;
  let queued = 0;
  const pace = createWritePace(deps);
  const writeIntervalMs = () => (deps.clients() <= WRITES_PER_TURN ? 0 : pace.intervalMs(deps.clients()));

  const requestTurn = () => {
    if (isTurnComing) return;
    isTurnComing = true;
    deps.nextTurn(takeTurn);
  };

  /** Writes until the time of this turn is used up. */
  const writeOn = () => {
    let [now, first, count] = [deps.elapsedMs(), 0, WRITES_PER_LOOK];
    for (let write = writes[first]; write !== undefined && leftMs > 0; write = writes[first]) {
      const next = write.to.slice(write.done, write.done + count);
      write.done += next.length;
      for (const { subscriber } of next) subscriber.writing--;
      deps.send(next, write.messages);
      if (write.done === write.to.length) first++;
      const tookMs = deps.elapsedMs() - now;
      now += tookMs;
      leftMs -= tookMs;
      pace.note(next.length, tookMs);
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
    const now = deps.elapsedMs();
    const next = takeDue(now);
    if (next.length > 0) deps.sendQueued(next);
    const [first] = waiting;
    if (first === undefined) return;
    const pauseMs = dueMs(first) - now;
    if (pauseMs <= 0) return requestTurn();
    if (isPausing) return;
    isPausing = true;
    deps.later(() => {
      isPausing = false;
      requestTurn();
    }, pauseMs);
  };

  const dueMs = (subscriber: Subscriber) => subscriber.writtenMs + writeIntervalMs();

  /** Those that wait longest, up to the first one with a recent write. */
  const takeDue = (now: number): readonly Subscriber[] => {
    const due: Subscriber[] = [];
    let records = 0;
    for (const subscriber of waiting) {
      if (due.length === left || records >= RECORDS_PER_TURN || dueMs(subscriber) > now) break;
      waiting.delete(subscriber);
      due.push(subscriber);
      records += subscriber.size;
    }
    return due;
  };

  return {
    writesLeft: () => (writes.length > 0 ? 0 : left),
    write(to, messages) {
      left -= to.length;
      const now = deps.elapsedMs();
      for (const { subscriber } of to) {
        subscriber.writing++;
        subscriber.writtenMs = now;
      }
      writes.push({ to, messages, done: 0 });
      if (writes.length === 1) writeOn();
    },
    schedule(subscriber) {
      waiting.add(subscriber);
      requestTurn();
    },
    leave(subscriber) {
      queued -= subscriber.size;
      waiting.delete(subscriber);
    },
    enqueue(subscriber, item) {
      const before = subscriber.size;
      subscriber.enqueue(item);
      if (queued >= MAX_QUEUED) subscriber.thinOut();
      queued += subscriber.size - before;
    },
    changeQueue(subscriber, change) {
      const before = subscriber.size;
      const result = change();
      queued += subscriber.size - before;
      return result;
    },
    isOverloaded: () => queued >= MAX_QUEUED,
    writeIntervalMs,
  };
}
