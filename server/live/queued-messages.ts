import { EncodedJson, type LiveMessage } from "./encoded-json.ts";
import type { QueuedRecord, Subscriber } from "./subscriber.ts";

/** One event per record. */
export function singleMessages(items: readonly QueuedRecord[]): readonly LiveMessage[] {
  return items.map(({ event, text }) => ({ event, payload: new EncodedJson(text) }));
}

/** One event per kind of record, with a list of them. */
export function batchMessages(items: readonly QueuedRecord[]): readonly LiveMessage[] {
  const byEvent = Map.groupBy(items, ({ event }) => event);
  return [...byEvent].map(([event, some]) => ({
    event,
    payload: new EncodedJson(`[${some.map(({ text }) => text).join()}]`),
  }));
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
