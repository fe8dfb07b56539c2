import type { LiveMessage } from "./live-message.ts";

/** A record to be sent, encoded once for all clients. */
export type QueuedRecord = {
  /** Increases with every published record. */
  readonly sequence: number;
  /** Kind and operation, or kind and sensor; a newer record of the same subject replaces this one for slow clients. */
  readonly subject: string;
  readonly message: LiveMessage;
};

/** A client that is written to, with the events for this client only, which are written before those for all. */
export type Recipient = { readonly subscriber: Subscriber; readonly notice?: LiveMessage | undefined };

/** A socket with this many unsent bytes is slow: about 2,000 records, far more than a healthy one ever has. */
export const MAX_UNSENT_BYTES = 1024 * 1024;
/** The limit for all sockets together: with many clients, each of them counts as slow earlier. */
const MAX_UNSENT_BYTES_OF_ALL = 128 * 1024 * 1024;

/** The number of unsent bytes from which a socket is slow, when this many are open. */
export function maxUnsentBytes(clients: number): number {
  return Math.min(MAX_UNSENT_BYTES, MAX_UNSENT_BYTES_OF_ALL / Math.max(clients, 1));
}

/**
 * The queue of one client. While its socket and the station keep up, records are sent directly; else only the
 * newest record of each subject is kept until the socket has caught up. So the memory for a client is bounded by the
 * aircraft in its viewport, however long it stays slow.
 */
export class Subscriber {
  readonly id: string;
  readonly isBatching: boolean;
  /** The number of writes to this client that wait for other work. */
  writing = 0;
  /** When the last of them was made, milliseconds of a monotonic clock. */
  writtenMs = -Infinity;
  readonly #maxUnsentBytes: () => number;
  #waitingBytes = 0;
  #batch: QueuedRecord[] = [];
  readonly #newest = new Map<string, QueuedRecord>();
  #skipped = 0;

  constructor(id: string, isBatching: boolean, maxUnsent: () => number) {
    this.id = id;
    this.isBatching = isBatching;
    this.#maxUnsentBytes = maxUnsent;
  }

  get isSlow(): boolean {
    return this.#newest.size > 0 || this.isFull;
  }

  /** Whether everything was sent to it, so that a record can be sent to it at once. */
  get isUpToDate(): boolean {
    return this.size === 0 && this.writing === 0 && !this.isFull;
  }

  /** How many records are queued. */
  get size(): number {
    return this.#batch.length + this.#newest.size;
  }

  /** Queues a record: every one while the socket keeps up, otherwise only the newest of its subject. */
  enqueue(item: QueuedRecord): void {
    if (this.isSlow) this.#keepNewest(item);
    else this.#batch.push(item);
  }

  /** From now on, until `takeDue`, only the newest record of each subject is kept. */
  thinOut(): void {
    for (const item of this.#batch) this.#keepNewest(item);
    this.#batch = [];
  }

  /** Counts records that were dropped before they reached this queue. */
  skip(records: number): void {
    this.#skipped += records;
  }

  /** Whether so much is unsent that nothing more is sent until the socket has caught up. */
  get isFull(): boolean {
    return this.#waitingBytes > 0 && this.#waitingBytes >= this.#maxUnsentBytes();
  }

  /** Removes queued records of an operation, or of a sensor. */
  removeQueued(subject: string): void {
    const isOther = (item: QueuedRecord) => !item.subject.endsWith(` ${subject}`);
    this.#batch = this.#batch.filter(isOther);
    for (const item of this.#newest.values()) if (!isOther(item)) this.#newest.delete(item.subject);
  }

  /** Call before each event is sent. */
  sending(bytes: number): void {
    this.#waitingBytes += bytes;
  }

  /** Call when the socket has sent everything that was waiting. */
  drained(): void {
    this.#waitingBytes = 0;
  }

  /**
   * Returns the records that can be sent now, in order of publication, and how many older ones were skipped; resets
   * both.
   */
  takeDue(): { readonly items: readonly QueuedRecord[]; readonly skipped: number } {
    if (this.isFull) {
      this.thinOut();
      return { items: [], skipped: 0 };
    }
    let items: readonly QueuedRecord[] = this.#batch;
    const skipped = this.#skipped;
    this.#batch = [];
    if (this.#newest.size > 0) {
      items = [...items, ...this.#newest.values()].toSorted((a, b) => a.sequence - b.sequence);
      this.#newest.clear();
    }
    this.#skipped = 0;
    return { items, skipped };
  }

  #keepNewest(item: QueuedRecord): void {
    // Replaced in place: `takeDue` orders by sequence, and removing an entry first would cost several times as much.
    const before = this.#newest.size;
    this.#newest.set(item.subject, item);
    if (this.#newest.size === before) this.#skipped++;
  }
}
