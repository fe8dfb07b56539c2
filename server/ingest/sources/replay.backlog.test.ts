import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createBacklog } from "./replay.backlog.ts";

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => (settled = true));
  await nextTurn();
  return settled;
}

describe("what is not on disk yet", () => {
  it("holds up the replay above its limit until the oldest is stored", async () => {
    const backlog = createBacklog(10);
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    backlog.add(6, first.promise);
    expect(await isSettled(backlog.waitForRoom())).toBe(true);
    backlog.add(6, second.promise);
    const room = backlog.waitForRoom();
    expect(await isSettled(room)).toBe(false);
    first.resolve();
    expect(await isSettled(room)).toBe(true);
  });

  it("is waited for at the end, also where it holds no frames", async () => {
    const backlog = createBacklog(10);
    const stored = Promise.withResolvers<void>();
    backlog.add(0, stored.promise);
    const drained = backlog.drain();
    expect(await isSettled(drained)).toBe(false);
    stored.resolve();
    expect(await isSettled(drained)).toBe(true);
  });

  it("reports what could not be stored", async () => {
    const backlog = createBacklog(10);
    backlog.add(1, Promise.reject(new Error("disk full")));
    await nextTurn();
    await expect(backlog.drain()).rejects.toThrow("disk full");
  });
});
