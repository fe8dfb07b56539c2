import { describe, expect, it } from "vitest";
import { createSerialQueue } from "./serial-queue.ts";

/** Work that ends when the test says so, and a list of what has begun. */
function setUp() {
  const queue = createSerialQueue();
  const begun: string[] = [];
  function add(name: string) {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const turn = queue.run(() => {
      begun.push(name);
      return promise;
    });
    return { turn, resolve, reject };
  }
  return { queue, begun, add };
}

describe("a serial queue", () => {
  it("runs one piece of work after the other, in the order of the calls, and passes on what each returns", async () => {
    const { begun, add } = setUp();
    const first = add("first");
    const second = add("second");
    second.resolve("of the second");
    await Promise.resolve();
    expect(begun).toEqual(["first"]);
    first.resolve("of the first");
    expect(await Promise.all([first.turn, second.turn])).toEqual(["of the first", "of the second"]);
    expect(begun).toEqual(["first", "second"]);
  });

  it("reports a failure to its caller only: later work runs", async () => {
    const { queue, begun, add } = setUp();
    const failing = add("failing");
    const waiting = add("waiting");
    failing.reject(new Error("locked"));
    waiting.resolve("done");
    await expect(failing.turn).rejects.toThrow("locked");
    expect(await waiting.turn).toBe("done");
    expect(await queue.run(async () => "afterwards")).toBe("afterwards");
    expect(begun).toEqual(["failing", "waiting"]);
  });

  it("is settled when all work so far has ended, also where the last one failed", async () => {
    const { queue, add } = setUp();
    const failing = add("failing");
    let isSettled = false;
    const settled = queue.settled().then(() => (isSettled = true));
    await Promise.resolve();
    expect(isSettled).toBe(false);
    failing.reject(new Error("locked"));
    await expect(failing.turn).rejects.toThrow("locked");
    await settled;
    expect(isSettled).toBe(true);
  });
});
