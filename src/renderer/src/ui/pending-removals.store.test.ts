import { createPinia, setActivePinia } from "pinia";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readRemovals } from "./pending-removals.rules.ts";
import { usePendingRemovals } from "./pending-removals.store.ts";
import { UNDO_SHOWN_MS, useToasts } from "./toasts.store.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  setActivePinia(createPinia());
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** Removes items as the pages do: each outcome is a message as well. */
function removeAll(...names: readonly string[]) {
  const removals = usePendingRemovals();
  const toasts = useToasts();
  const removed: string[] = [];
  for (const name of names) {
    const remove = async (): Promise<void> => {
      removed.push(name);
      toasts.show(`${name} removed`);
    };
    removals.remove({ id: name, name, remove });
  }
  return { removals, toasts, removed };
}

describe("removals that can be undone", () => {
  it("do not end one another, and each is undone for its whole time", async () => {
    const { removals, toasts, removed } = removeAll("A", "B", "C", "D", "E");
    await vi.advanceTimersByTimeAsync(UNDO_SHOWN_MS - 1);
    expect(removed).toEqual([]);
    toasts.act(toasts.toasts[1]!);
    toasts.actOnNewest();
    expect(removals.isPending("B")).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(removed).toEqual(["A", "C", "D"]);
    expect(kept.size).toBe(0);
  });

  it("say what is done to a device that leaves its account, and if it was not done", async () => {
    const removals = usePendingRemovals();
    const toasts = useToasts();
    removals.remove({
      id: "1",
      name: "Rooftop",
      kind: "unpairing",
      consequence: "Shares end.",
      remove: async () => {},
    });
    expect(toasts.toasts[0]!.text).toBe("Rooftop is unpaired when this message disappears. Shares end.");
    // Another console is opened a day later.
    const stored = kept.get("fieldstation.removals")!;
    setActivePinia(createPinia());
    kept.set("fieldstation.removals", stored);
    vi.setSystemTime(Date.now() + 86_400_000);
    usePendingRemovals().reportLost();
    expect(useToasts().toasts[0]!.text).toBe("Rooftop was not unpaired: the console was closed before.");
    expect(kept.size).toBe(0);
  });

  it("are reported as lost by a console that is opened again at once, when no other window can send them any more", async () => {
    removeAll("A");
    const stored = kept.get("fieldstation.removals")!;
    vi.clearAllTimers();
    setActivePinia(createPinia());
    kept.set("fieldstation.removals", stored);
    usePendingRemovals().reportLost();
    await vi.advanceTimersByTimeAsync(UNDO_SHOWN_MS);
    expect(useToasts().toasts).toEqual([]);
    await vi.advanceTimersByTimeAsync(UNDO_SHOWN_MS / 2 + 1);
    expect(useToasts().toasts.map(({ text }) => text)).toEqual(["A was not removed: the console was closed before."]);
    expect(kept.size).toBe(0);
  });

  it("are not reported as lost by another window while the pointer rests on the message", async () => {
    const { toasts, removed } = removeAll("A");
    toasts.hold(toasts.toasts[0]!, "pointer");
    await vi.advanceTimersByTimeAsync(10 * UNDO_SHOWN_MS);
    const dueMs = () => readRemovals(kept.get("fieldstation.removals") ?? null)[0]!.dueMs;
    expect(dueMs()).toBeGreaterThan(Date.now());
    toasts.release(toasts.toasts[0]!, "pointer");
    expect(dueMs()).toBeLessThan(Date.now() + 2 * UNDO_SHOWN_MS);
    await vi.advanceTimersByTimeAsync(UNDO_SHOWN_MS);
    expect(removed).toEqual(["A"]);
  });
});
