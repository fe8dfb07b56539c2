import { expect, it } from "vitest";
import { createDocumentQueue, type DocumentPlace } from "./document-queue.ts";

const never = new AbortController().signal;
const leave = (place: DocumentPlace) => place.kind === "open" && place.leave();

it("lets the documents of one person wait for each other, in order, and those of others pass", async () => {
  const queue = createDocumentQueue({ open: 1, waiting: 2, waitMs: 60_000 });
  const order: string[] = [];
  const enter = async (person: string, name: string, signal = never) => {
    const place = await queue.enter(person, signal);
    order.push(`${name} ${place.kind}`);
    return place;
  };
  const first = await enter("ada", "first");
  const second = enter("ada", "second");
  const gone = new AbortController();
  const third = enter("ada", "third", gone.signal);
  await enter("ada", "fourth");
  const other = await enter("bob", "other");
  gone.abort();
  await third;
  leave(first);
  leave(first);
  leave(await second);
  leave(other);
  leave(await enter("ada", "last"));
  expect(order).toEqual(["first open", "fourth full", "other open", "third gone", "second open", "last open"]);
});

it("tells a caller that has waited long enough to come back", async () => {
  const queue = createDocumentQueue({ open: 1, waiting: 5, waitMs: 20 });
  await queue.enter("ada", never);
  expect(await queue.enter("ada", never)).toEqual({ kind: "full", retryAfterS: 1 });
});
