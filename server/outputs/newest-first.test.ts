import { expect, it } from "vitest";
import { createNewestFirst } from "./newest-first.ts";

function takeAll(queue: ReturnType<typeof createNewestFirst<string, number>>): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(`${next.key}${next.item}`);
  return taken;
}

it("gives the newest item of each key, the newest key first, and says what was replaced", () => {
  const queue = createNewestFirst<string, number>(10);
  const dropped = [queue.put("a", 1), queue.put("b", 1), queue.put("c", 1), queue.put("a", 2), queue.put("a", 3)];
  expect(dropped).toEqual([0, 0, 0, 1, 1]);
  expect(queue.size()).toBe(3);
  expect(takeAll(queue)).toEqual(["a3", "c1", "b1"]);
  expect(queue.size()).toBe(0);
});

it("puts back what could not be sent behind the others, and not before something newer", () => {
  const queue = createNewestFirst<string, number>(10);
  queue.put("a", 1);
  queue.put("b", 1);
  const b = queue.take()!;
  const a = queue.take()!;
  queue.put("b", 2);
  queue.put("c", 1);
  expect(queue.putBack(b.key, b.item)).toBe(1);
  expect(queue.putBack(a.key, a.item)).toBe(0);
  expect(takeAll(queue)).toEqual(["c1", "b2", "a1"]);
});

it("drops the oldest beyond its bound, and stays small however often items are replaced", () => {
  const queue = createNewestFirst<string, number>(3);
  const dropped = [1, 2, 3, 4].map((at) => queue.put(`k${at}`, at));
  expect(dropped).toEqual([0, 0, 0, 1]);
  for (let at = 0; at < 10_000; at++) queue.put("k3", at);
  expect(takeAll(queue)).toEqual(["k39999", "k44", "k22"]);
});
