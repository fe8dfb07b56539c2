import { type Clock, HOUR_MS, type Schedule, systemSchedule } from "../kernel/clock.ts";
import { createTaking, createWaker, type NextTurn } from "./output.taking.ts";
import type { OutputContext, OutputEvent } from "./output.ts";
import { createWaitingRecords } from "./waiting-records.ts";

/** The most aircraft that wait: a receiver that is unreachable for days must not fill the memory. */
export const MAX_WAITING_RECORDS = 20_000;
export const MAX_WAITING_EVENTS = 10_000;
/** An event that could not be delivered for this long is dropped. */
export const MAX_EVENT_AGE_MS = HOUR_MS;
type Reading<R> = Pick<OutputContext<R>, "next" | "nextOf" | "nextEvent" | "sent">;

/** The items that wait for one output. A record `R` is made of an item `T` when it is sent. */
export type OutputFeed<T, R> = {
  /** Costs next to nothing: records are only made when they are taken. */
  readonly put: (key: string, item: T) => void;
  readonly putEvent: (event: OutputEvent) => void;
  /** Opens the feed for one run; items that were taken and not settled when it closes wait again. */
  readonly open: (signal: AbortSignal) => Reading<R> & { readonly close: () => void };
  /** Discards the records that are held back. */
  readonly stop: () => void;
  readonly dropped: () => number;
  /** Records that a newer one of the same aircraft replaced because they came too soon after the one before. */
  readonly coalesced: () => number;
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

export function createOutputFeed<T, R>(deps: {
  /** `undefined` for an item that must not be sent any more. */
  readonly makeRecord: (item: T) => R | undefined;
  readonly onSent: (count: number) => void;
  /** Called with an event after it was sent, or dropped. */
  readonly onEventSettled?: ((event: OutputEvent) => void) | undefined;
  readonly clock: Clock;
  /** The interval at which an aircraft is sent, with its newest record; each record when it is 0. */
  readonly intervalMs?: number;
  readonly schedule?: Schedule;
  readonly nextTurn?: NextTurn;
}): OutputFeed<T, R> {
  const { makeRecord, clock, intervalMs = 0, schedule = systemSchedule, nextTurn = setImmediate } = deps;
  const waker = createWaker(nextTurn);
  const records = createWaitingRecords<T>({
    max: MAX_WAITING_RECORDS,
    intervalMs,
    schedule,
    nowMs: clock.now,
    onReady: waker.wake,
  });
  let events: WaitingEvent[] = [];
  let droppedEvents = 0;

  function dropOldEvents(): void {
    const sinceMs = clock.now() - MAX_EVENT_AGE_MS;
    let from = Math.max(0, events.length - MAX_WAITING_EVENTS);
    while (events[from] !== undefined && events[from]!.sinceMs < sinceMs) from++;
    if (from === 0) return;
    droppedEvents += from;
    for (const { event } of events.slice(0, from)) deps.onEventSettled?.(event);
    events = events.slice(from);
  }

  return {
    put: records.put,
    putEvent(event) {
      events.push({ event, sinceMs: clock.now() });
      // Swept only now and then, because removing the first of many moves all others.
      if (events.length > 2 * MAX_WAITING_EVENTS) dropOldEvents();
      waker.wake();
    },
    open(signal) {
      const taken: Taken<T>[] = [];
      const take = createTaking(signal, waker, nextTurn);

      function findRecord(): R | undefined {
        const found = records.take(makeRecord);
        if (found === undefined) return undefined;
        taken.push({ kind: "record", key: found.key, item: found.item });
        return found.read;
      }

      function findRecords(max: number): readonly R[] | undefined {
        const found: R[] = [];
        while (found.length < max) {
          const record = findRecord();
          if (record === undefined) break;
          found.push(record);
        }
        return found.length === 0 ? undefined : found;
      }

      function findEvent(): OutputEvent | undefined {
        dropOldEvents();
        const waiting = events.shift();
        if (waiting !== undefined) taken.push({ kind: "event", waiting });
        return waiting?.event;
      }

      return {
        next: (broken) => take(findRecord, broken),
        nextOf: (max, broken) => take(() => findRecords(max), broken),
        nextEvent: (broken) => take(findEvent, broken),
        sent(count = 1) {
          const settled = taken.splice(0, count);
          for (const one of settled) if (one.kind === "event") deps.onEventSettled?.(one.waiting.event);
          deps.onSent(settled.length);
        },
        close() {
          for (const one of taken.splice(0).toReversed()) {
            if (one.kind === "event") events.unshift(one.waiting);
            else records.putBack(one.key, one.item);
          }
        },
      };
    },
    stop: records.stop,
    dropped: () => records.dropped() + droppedEvents,
    coalesced: records.coalesced,
    waiting: () => records.size() + events.length,
  };
}
