import { LiveMessage } from "./live-message.ts";
import type { QueuedRecord, Subscriber } from "./subscriber.ts";

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

type Due = { readonly subscriber: Subscriber; readonly items: readonly QueuedRecord[] };
type Group = { readonly items: readonly QueuedRecord[]; readonly to: Subscriber[] };

/** Clients with the same queued records get the same bytes. */
export function groupByItems(due: readonly Due[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const { subscriber, items } of due) {
    if (items.length === 0) continue;
    const key = items.map((item) => item.sequence).join();
    const group = groups.get(key);
    if (group) group.to.push(subscriber);
    else groups.set(key, { items, to: [subscriber] });
  }
  return groups.values();
}
