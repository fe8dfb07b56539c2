import { type Clock, HOUR_MS } from "../kernel/clock.ts";
import { createNewestFirst } from "./newest-first.ts";
import type { OutputContext, OutputEvent, OutputRecord } from "./output.ts";

/** So many aircraft wait at most: a receiver that stays away for days must not fill the memory. */
export const MAX_WAITING_RECORDS = 20_000;
export const MAX_WAITING_EVENTS = 10_000;
/** An event that could not be delivered for so long is given up. */
export const MAX_EVENT_AGE_MS = HOUR_MS;
/** An output that always has something to send lets others run after so many items. */
const MAX_PER_TURN = 50;

type Reading = Pick<OutputContext, "next" | "nextEvent" | "sent">;

/** What waits for one output. `T` is what a record is made of when it is its turn. */
export type OutputFeed<T> = {
  /** Costs next to nothing: records are only made when they are taken. */
  readonly put: (key: string, item: T) => void;
  readonly putEvent: (event: OutputEvent) => void;
  /** For one run; what was taken and not settled when it closes waits again. */
  readonly open: (signal: AbortSignal) => Reading & { readonly close: () => void };
  readonly dropped: () => number;
  readonly waiting: () => number;
};

type Taken<T> =
  | { readonly kind: "record"; readonly key: string; readonly item: T }
  | { readonly kind: "event"; readonly waiting: WaitingEvent };

type WaitingEvent = {
  readonly event: OutputEvent;
  /** Since when this station has been able to send it, Unix milliseconds: after a restart, later than it happened. */
  readonly sinceMs: number;
};

export function createOutputFeed<T>(deps: {
  /** `undefined` for what is not to be sent any more. */
  readonly makeRecord: (item: T) => OutputRecord | undefined;
  readonly onSent: (count: number) => void;
  /** Told of an event once it was sent, and of one that was given up. */
  readonly onEventSettled?: ((event: OutputEvent) => void) | undefined;
  readonly clock: Clock;
  readonly nextTurn?: NextTurn;
}): OutputFeed<T> {
  const { makeRecord, clock, nextTurn = setImmediate } = deps;
  const records = createNewestFirst<string, T>(MAX_WAITING_RECORDS);
  const waker = createWaker(nextTurn);
  let events: WaitingEvent[] = [];
  let dropped = 0;

  function dropOldEvents(): void {
    const sinceMs = clock.now() - MAX_EVENT_AGE_MS;
    let from = Math.max(0, events.length - MAX_WAITING_EVENTS);
    while (events[from] !== undefined && events[from]!.sinceMs < sinceMs) from++;
    if (from === 0) return;
    dropped += from;
    for (const { event } of events.slice(0, from)) deps.onEventSettled?.(event);
    events = events.slice(from);
  }

  return {
    put(key, item) {
      dropped += records.put(key, item);
      waker.wake();
    },
    putEvent(event) {
      events.push({ event, sinceMs: clock.now() });
      // Swept only now and then, because removing the first of many moves all others.
      if (events.length > 2 * MAX_WAITING_EVENTS) dropOldEvents();
      waker.wake();
    },
    open(signal) {
      const taken: Taken<T>[] = [];
      const take = createTaking(signal, waker, nextTurn);

      function findRecord(): OutputRecord | undefined {
        for (let next = records.take(); next !== undefined; next = records.take()) {
          const record = makeRecord(next.item);
          if (record === undefined) continue;
          taken.push({ kind: "record", ...next });
          return record;
        }
        return undefined;
      }

      function findEvent(): OutputEvent | undefined {
        dropOldEvents();
        const waiting = events.shift();
        if (waiting !== undefined) taken.push({ kind: "event", waiting });
        return waiting?.event;
      }

      return {
        next: (broken) => take(findRecord, broken),
        nextEvent: (broken) => take(findEvent, broken),
        sent(count = 1) {
          const settled = taken.splice(0, count);
          for (const one of settled) if (one.kind === "event") deps.onEventSettled?.(one.waiting.event);
          deps.onSent(settled.length);
        },
        close() {
          for (const one of taken.splice(0).toReversed()) {
            if (one.kind === "event") events.unshift(one.waiting);
            else dropped += records.putBack(one.key, one.item);
          }
        },
      };
    },
    dropped: () => dropped,
    waiting: () => records.size() + events.length,
  };
}

type NextTurn = (callback: () => void) => void;
type Waker = {
  readonly wake: () => void;
  /** Resolves when woken; rejects when one of the signals, which are not aborted, aborts. */
  readonly sleep: (signals: readonly AbortSignal[]) => Promise<void>;
};

/** Wakes on a turn of its own, so that whoever received a record does not wait for it to be sent. */
function createWaker(nextTurn: NextTurn): Waker {
  let sleeper: (() => void) | null = null;
  let isWaking = false;
  return {
    wake() {
      if (sleeper === null || isWaking) return;
      isWaking = true;
      nextTurn(() => {
        isWaking = false;
        sleeper?.();
      });
    },
    // Not `AbortSignal.any`: one would be made for each record.
    sleep: (signals) =>
      new Promise((resolve, reject) => {
        const settle = (outcome: () => void) => {
          sleeper = null;
          for (const one of signals) one.removeEventListener("abort", abort);
          outcome();
        };
        const abort = () => settle(() => reject(signals.find(({ aborted }) => aborted)?.reason));
        sleeper = () => settle(resolve);
        for (const one of signals) one.addEventListener("abort", abort, { once: true });
      }),
  };
}

/** Takes what there is, or waits for it; an output that always has something to send lets others run in between. */
function createTaking(signal: AbortSignal, waker: Waker, nextTurn: NextTurn) {
  let inTurn = 0;
  return async function take<R>(find: () => R | undefined, broken: AbortSignal | undefined): Promise<R> {
    const signals = broken === undefined ? [signal] : [signal, broken];
    for (;;) {
      for (const one of signals) one.throwIfAborted();
      const found = inTurn < MAX_PER_TURN ? find() : undefined;
      if (found !== undefined) {
        inTurn++;
        return found;
      }
      const isTurnOver = inTurn >= MAX_PER_TURN;
      inTurn = 0;
      await (isTurnOver ? turnOf(nextTurn) : waker.sleep(signals));
    }
  };
}

function turnOf(nextTurn: NextTurn): Promise<void> {
  return new Promise((resolve) => {
    nextTurn(resolve);
  });
}
