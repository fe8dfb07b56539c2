import type { Notice } from "../contracts/live.ts";
import type { Bbox, Position } from "../kernel/geo.ts";
import { LiveMessage } from "./live-message.ts";
import { createFanOutTurns, WRITES_PER_TURN } from "./fan-out.turns.ts";
import { createNewestPublications } from "./newest-publications.ts";
import type { Publication } from "./publication.ts";
import { batchMessages, groupByItems, singleMessages } from "./queued-messages.ts";
import { maxUnsentBytes, type Recipient, Subscriber } from "./subscriber.ts";
import { createViewportIndex } from "./viewport-index.ts";

/** Interval of batches, for clients that requested them; a longer one in a crowd. */
export const TICK_MS = 100;

export type FanOutDeps = {
  /** Sends some events to several clients, in order: encoded once for all of them, and written once to each. */
  readonly send: (to: readonly Recipient[], messages: readonly LiveMessage[]) => void;
  /** Calls back once, after that many milliseconds. */
  readonly later: (callback: () => void, delayMs: number) => void;
  /** Calls back once, in the next turn of the event loop, after the input that arrived meanwhile. */
  readonly nextTurn: (callback: () => void) => void;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** The part of that time in which the event loop was busy. */
  readonly busyMs: () => number;
};

/** Decides which client gets which record, and when; independent of sockets. */
export type FanOut = {
  readonly join: (id: string, isBatching: boolean) => void;
  readonly setViewport: (id: string, bbox: Bbox) => void;
  readonly leave: (id: string) => void;
  /** Call when a client's socket has sent everything that was waiting. */
  readonly drained: (id: string) => void;
  readonly publish: (publication: Publication) => void;
  /** The same for some clients, whatever their viewport. */
  readonly publishTo: (ids: readonly string[], publication: Pick<Publication, "event" | "subject" | "record">) => void;
  /** Removes queued records of a subject for some clients, and sends them a notice. */
  readonly hide: (ids: readonly string[], subject: string, notice: Notice) => void;
  /** Whether a client may have the position in its viewport; if not, records need not be built. */
  readonly isWatched: (position: Position) => boolean;
};

export function createFanOut({ send, later, nextTurn, elapsedMs, busyMs }: FanOutDeps): FanOut {
  const subscribers = new Map<string, Subscriber>();
  const index = createViewportIndex<Subscriber>();
  let sequence = 0;
  const subjects = createStringInterner();

  const takeDue = (subscriber: Subscriber) => {
    const { items, skipped } = turns.changeQueue(subscriber, () => subscriber.takeDue());
    return { subscriber, items, notice: skipped > 0 ? noticeOnSkipped(skipped) : undefined };
  };

  const ticks = createTicks({
    later,
    nextTurn,
    intervalMs: () => Math.max(TICK_MS, turns.writeIntervalMs()),
    sendBatches(subscribers) {
      for (const { items, to } of groupByItems(subscribers.map(takeDue))) sendTo(to, batchMessages(items));
    },
  });

  const sendTo = (to: readonly Recipient[], messages: readonly LiveMessage[]) => {
    const bytes = messages.reduce((sum, { text }) => sum + text.length, 0);
    for (const { subscriber, notice } of to) subscriber.sending(bytes + (notice?.text.length ?? 0));
    turns.write(to, messages);
  };

  const turns = createFanOutTurns({
    nextTurn,
    later,
    elapsedMs,
    busyMs,
    clients: () => subscribers.size,
    send,
    sendQueued(subscribers) {
      for (const { items, to } of groupByItems(subscribers.map(takeDue))) sendTo(to, singleMessages(items));
    },
  });

  const deliver = (
    recipients: readonly Subscriber[],
    { event, subject, record }: Pick<Publication, "event" | "subject" | "record">,
  ) => {
    if (recipients.length === 0) return;
    const message = new LiveMessage(event, JSON.stringify(record));
    const item = { sequence: ++sequence, subject: subjects.intern(`${event} ${subject}`), message };
    const immediate: Recipient[] = [];
    // In a crowd all wait for the next turn, in which everything published meanwhile is written together.
    const isQuick = recipients.length <= turns.writesLeft();
    for (const subscriber of recipients) {
      if (isQuick && !subscriber.isBatching && subscriber.isUpToDate) {
        immediate.push({ subscriber });
        continue;
      }
      turns.enqueue(subscriber, item);
      if (subscriber.isBatching) ticks.schedule(subscriber);
      else if (!subscriber.isFull) turns.schedule(subscriber);
    }
    if (immediate.length > 0) sendTo(immediate, [message]);
  };

  const newest = createNewestPublications({
    later,
    nextTurn,
    elapsedMs,
    isOverloaded: turns.isOverloaded,
    passOn({ publication, replaced }) {
      const { canReceive } = publication;
      const inside = index.at(publication);
      const recipients = canReceive === undefined ? inside : inside.filter(({ id }) => canReceive(id));
      if (replaced > 0) for (const subscriber of recipients) subscriber.skip(replaced);
      deliver(recipients, publication);
    },
  });

  return {
    isWatched: index.isNear,
    join: (id, isBatching) =>
      void subscribers.set(id, new Subscriber(id, isBatching, () => maxUnsentBytes(subscribers.size))),
    setViewport(id, bbox) {
      const subscriber = subscribers.get(id);
      if (subscriber) index.set(subscriber, bbox);
    },
    leave(id) {
      const subscriber = subscribers.get(id);
      if (subscriber === undefined) return;
      subscribers.delete(id);
      index.remove(subscriber);
      ticks.leave(subscriber);
      turns.leave(subscriber);
    },
    drained(id) {
      const subscriber = subscribers.get(id);
      if (subscriber === undefined) return;
      const wasSlow = subscriber.isSlow;
      subscriber.drained();
      if (!wasSlow) return;
      if (subscriber.isBatching) ticks.schedule(subscriber);
      else turns.schedule(subscriber);
    },
    hide(ids, subject, notice) {
      newest.remove(subject);
      const hidden = ids.flatMap((id) => subscribers.get(id) ?? []);
      for (const subscriber of hidden) turns.changeQueue(subscriber, () => subscriber.removeQueued(subject));
      const to = hidden.map((subscriber) => ({ subscriber }));
      if (to.length > 0) sendTo(to, [new LiveMessage("notice", JSON.stringify(notice))]);
    },
    publish: newest.add,
    publishTo(ids, publication) {
      deliver(
        ids.flatMap((id) => subscribers.get(id) ?? []),
        publication,
      );
    },
  };
}

/** Batches, each client's at an interval. */
function createTicks(
  deps: Pick<FanOutDeps, "later" | "nextTurn"> & {
    readonly intervalMs: () => number;
    readonly sendBatches: (subscribers: readonly Subscriber[]) => void;
  },
) {
  const waiting = new Set<Subscriber>();
  let isTicking = false;

  const tick = () => {
    isTicking = false;
    // A client that is still being written to gets the rest together later.
    const free = [...waiting].filter(({ writing }) => writing === 0);
    const due = free.slice(0, WRITES_PER_TURN);
    for (const subscriber of due) waiting.delete(subscriber);
    deps.sendBatches(due);
    if (waiting.size === 0 || isTicking) return;
    isTicking = true;
    if (free.length > due.length) deps.nextTurn(tick);
    else deps.later(tick, deps.intervalMs());
  };

  return {
    schedule(subscriber: Subscriber): void {
      waiting.add(subscriber);
      if (isTicking) return;
      isTicking = true;
      deps.later(tick, deps.intervalMs());
    },
    leave: (subscriber: Subscriber) => waiting.delete(subscriber),
  };
}

const MAX_INTERNED = 10_000;

/**
 * Returns the same text object for equal texts: five hundred clients compare them for each record, which is faster for
 * the same object.
 */
function createStringInterner() {
  const known = new Map<string, string>();
  return {
    intern(text: string): string {
      const before = known.get(text);
      if (before !== undefined) return before;
      if (known.size >= MAX_INTERNED) known.clear();
      known.set(text, text);
      return text;
    },
  };
}

function noticeOnSkipped(skipped: number): LiveMessage {
  const msg = `More is received in this viewport than can be sent: ${skipped} older records were left out.`;
  return new LiveMessage("notice", JSON.stringify({ type: "records_skipped", msg } satisfies Notice));
}
