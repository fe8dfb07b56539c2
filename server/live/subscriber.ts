import type { LiveEventName } from "../contracts/live.ts";

/** One record on its way, encoded once. */
export type QueuedRecord = {
  /** Rises with every record published. */
  readonly sequence: number;
  readonly event: LiveEventName;
  /** What a newer record of the same thing replaces: kind and operation, or kind and sensor. */
  readonly subject: string;
  readonly text: string;
};

/** Bytes that may wait for a socket before it counts as slow: some 2,000 records, far more than a healthy one ever owes. */
export const MAX_UNSENT_BYTES = 1024 * 1024;

/**
 * What one client is owed. While its socket takes what it is given, records pass; when too much waits, only the newest
 * of each subject is kept, until the socket has taken what waited. So the memory a client can cost is bounded by the
 * aircraft in its viewport, however long it stays slow.
 */
export class Subscriber {
  readonly id: string;
  readonly isBatching: boolean;
  #waitingBytes = 0;
  #batch: QueuedRecord[] = [];
  readonly #newest = new Map<string, QueuedRecord>();
  #skipped = 0;

  constructor(id: string, isBatching: boolean) {
    this.id = id;
    this.isBatching = isBatching;
  }

  get isSlow(): boolean {
    return this.#newest.size > 0 || this.#isFull;
  }

  /** Takes a record for later: in full for a batch, or only the newest of its subject when the socket is slow. */
  enqueue(item: QueuedRecord): void {
    if (this.isBatching && !this.isSlow) this.#batch.push(item);
    else this.#keepNewest(item);
  }

  get #isFull(): boolean {
    return this.#waitingBytes >= MAX_UNSENT_BYTES;
  }

  /** Forgets what is owed of an operation, or of a sensor. */
  forget(subject: string): void {
    const isOther = (item: QueuedRecord) => !item.subject.endsWith(` ${subject}`);
    this.#batch = this.#batch.filter(isOther);
    for (const item of this.#newest.values()) if (!isOther(item)) this.#newest.delete(item.subject);
  }

  /** To be called before each event is sent. */
  sending(bytes: number): void {
    this.#waitingBytes += bytes;
  }

  /** To be called when the socket has taken all that waited. */
  drained(): void {
    this.#waitingBytes = 0;
  }

  /** What can be sent now, in the order it came, and how many records were left out for it; both are then forgotten. */
  takeDue(): { readonly items: readonly QueuedRecord[]; readonly skipped: number } {
    if (this.#isFull) {
      for (const item of this.#batch) this.#keepNewest(item);
      this.#batch = [];
      return { items: [], skipped: 0 };
    }
    const items = [...this.#batch, ...this.#newest.values()].toSorted((a, b) => a.sequence - b.sequence);
    const skipped = this.#skipped;
    this.#batch = [];
    this.#newest.clear();
    this.#skipped = 0;
    return { items, skipped };
  }

  #keepNewest(item: QueuedRecord): void {
    if (this.#newest.delete(item.subject)) this.#skipped++;
    this.#newest.set(item.subject, item);
  }
}
