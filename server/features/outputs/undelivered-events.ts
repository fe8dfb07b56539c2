import { type Clock, DAY_MS } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Store } from "../../storage/database.ts";
import { createGroupCommit } from "../../storage/group-commit.ts";
import { createUndeliveredEventsStore, type UndeliveredEvent } from "./undelivered-events.store.ts";

/** Older events are not delivered after a restart. */
export const MAX_UNDELIVERED_AGE_MS = DAY_MS;
/** The longest time until an event is on disk. */
const MAX_WAIT_MS = 50;

type Change = { readonly kind: "added" | "removed"; readonly id: number };

/** The events that outputs have not delivered yet: in memory for those that run, on disk for after a restart. */
export type UndeliveredEvents = {
  /** The events that wait for an output, the oldest first; those that are too old are discarded. */
  readonly waiting: (outputId: string) => readonly UndeliveredEvent[];
  readonly add: (outputId: string, event: UndeliveredEvent) => void;
  /** The event was delivered, or discarded. Does nothing for an event that was not added. */
  readonly settle: (outputId: string, event: UndeliveredEvent) => void;
  /** Discards all events of an output. */
  readonly forget: (outputId: string) => void;
  /** Writes the events that are not on disk yet. Later events are not kept. */
  readonly close: () => Promise<void>;
};

export function createUndeliveredEvents(
  { reader, writer }: Pick<Store, "reader" | "writer">,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): UndeliveredEvents {
  const store = createUndeliveredEventsStore(reader, writer);
  const outputs = new Map<string, Map<UndeliveredEvent, number>>();
  /** Those that are not on disk yet. */
  const unwritten = new Map<number, { readonly outputId: string; readonly event: UndeliveredEvent }>();
  let lastId = 0;
  let isClosed = false;

  const commits = createGroupCommit<Change>({
    writer,
    maxWaitMs: MAX_WAIT_MS,
    apply(changes) {
      const written: number[] = [];
      for (const { kind, id } of changes) {
        const added = unwritten.get(id);
        if (kind === "removed") store.remove(id);
        else if (added !== undefined) {
          store.insert({ id, ...added });
          written.push(id);
        }
      }
      return () => written.forEach((id) => unwritten.delete(id));
    },
    onError: (error, lost) => log.error({ err: error, lost }, "undelivered events could not be stored"),
  });

  store.removeOrphans();
  for (const { id, outputId, event } of store.list()) {
    eventsOf(outputId).set(event, id);
    lastId = id;
  }

  function eventsOf(outputId: string): Map<UndeliveredEvent, number> {
    const there = outputs.get(outputId) ?? new Map<UndeliveredEvent, number>();
    outputs.set(outputId, there);
    return there;
  }

  function settle(outputId: string, event: UndeliveredEvent): void {
    const events = outputs.get(outputId);
    const id = events?.get(event);
    if (id === undefined || isClosed) return;
    events?.delete(event);
    commits.add({ kind: "removed", id });
  }

  return {
    waiting(outputId) {
      const events = [...(outputs.get(outputId)?.keys() ?? [])];
      const sinceMs = clock.now() - MAX_UNDELIVERED_AGE_MS;
      for (const event of events) if (event.atMs < sinceMs) settle(outputId, event);
      return events.filter(({ atMs }) => atMs >= sinceMs);
    },
    add(outputId, event) {
      if (isClosed) return;
      lastId += 1;
      eventsOf(outputId).set(event, lastId);
      unwritten.set(lastId, { outputId, event });
      commits.add({ kind: "added", id: lastId });
    },
    settle,
    forget(outputId) {
      for (const event of outputs.get(outputId)?.keys() ?? []) settle(outputId, event);
      outputs.delete(outputId);
    },
    close() {
      isClosed = true;
      return commits.close();
    },
  };
}
