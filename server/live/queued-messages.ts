import { LiveMessage } from "./live-message.ts";
import type { QueuedRecord, Recipient } from "./subscriber.ts";

/** One event per record. */
export function singleMessages(items: readonly QueuedRecord[]): readonly LiveMessage[] {
  return items.map(({ message }) => message);
}

/** One event per kind of record, with a list of them. */
export function batchMessages(items: readonly QueuedRecord[]): readonly LiveMessage[] {
  const byEvent = Map.groupBy(items, ({ message }) => message.event);
  return [...byEvent].map(
    ([event, some]) => new LiveMessage(event, `[${some.map(({ message }) => message.text).join()}]`),
  );
}

type Due = Recipient & { readonly items: readonly QueuedRecord[] };
type Group = { readonly items: readonly QueuedRecord[]; readonly to: Recipient[] };

/** Clients with the same queued records get the same bytes. */
export function groupByItems(due: readonly Due[]): Iterable<Group> {
  const groups: Group[] = [];
  // In a crowd each client has hundreds of records: to compare them takes a tenth of writing them into a key.
  const byHash = new Map<number, Group[]>();
  for (const recipient of due) {
    const { items, notice } = recipient;
    if (items.length === 0 && notice === undefined) continue;
    const hash = hashOf(items);
    const similar = byHash.get(hash) ?? [];
    const group = similar.find((one) => areSame(one.items, items));
    if (group) group.to.push(recipient);
    else {
      const added = { items, to: [recipient] };
      groups.push(added);
      byHash.set(hash, [...similar, added]);
    }
  }
  return groups;
}

function hashOf(items: readonly QueuedRecord[]): number {
  let hash = items.length;
  for (const { sequence } of items) hash = (Math.imul(hash, 31) + sequence) | 0;
  return hash;
}

function areSame(one: readonly QueuedRecord[], other: readonly QueuedRecord[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
