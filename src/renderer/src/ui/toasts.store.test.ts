import { createPinia, setActivePinia } from "pinia";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { UNDO_SHOWN_MS, useToasts } from "./toasts.store.ts";

beforeEach(() => {
  setActivePinia(createPinia());
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const textsOf = (toasts: ReturnType<typeof useToasts>) => toasts.toasts.map(({ text }) => text);

describe("messages", () => {
  it("are three at most, the newest ones", () => {
    const toasts = useToasts();
    for (const text of ["first", "second", "third", "fourth"]) toasts.show(text);
    expect(textsOf(toasts)).toEqual(["second", "third", "fourth"]);
  });
});

describe("a message with an undo", () => {
  it("is gone when the same was undone elsewhere; the others stay", () => {
    const toasts = useToasts();
    const run = () => undefined;
    toasts.show("Merged", "plain", { text: "Undo", run, undoes: "edit-1" });
    toasts.show("Split", "plain", { text: "Undo", run, undoes: "edit-2" });
    toasts.show("Saved");
    toasts.dismissUndo("edit-1");
    expect(textsOf(toasts)).toEqual(["Split", "Saved"]);
  });

  /** Shows messages with an undo, and lists the postponed actions that were run. */
  function showUndos(...names: readonly string[]) {
    const toasts = useToasts();
    const ran: string[] = [];
    const show = (name: string) =>
      toasts.show(name, "plain", {
        text: "Undo",
        run: () => ran.push(`undo ${name}`),
        otherwise: () => ran.push(name),
      });
    names.forEach(show);
    const find = (name: string) => toasts.toasts.find(({ text }) => text === name)!;
    return { toasts, ran, find, show };
  }

  it("otherwise runs the postponed action once: when it times out or is dismissed", () => {
    const { toasts, ran, find } = showUndos("undone", "dismissed", "timed");
    toasts.act(find("undone"));
    toasts.dismiss(find("dismissed").id);
    vi.advanceTimersByTime(UNDO_SHOWN_MS);
    expect(ran).toEqual(["undo undone", "dismissed", "timed"]);
  });

  it("keeps its time, however many others are shown", () => {
    const { toasts, ran, show } = showUndos("first");
    vi.advanceTimersByTime(UNDO_SHOWN_MS - 1000);
    for (const name of ["second", "third", "fourth", "fifth"]) show(name);
    for (const text of ["Saved", "Copied", "Added", "Saved again"]) toasts.show(text);
    expect(ran).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(ran).toEqual(["first"]);
    vi.advanceTimersByTime(UNDO_SHOWN_MS - 1001);
    expect(ran).toEqual(["first"]);
    vi.advanceTimersByTime(1);
    expect(ran).toEqual(["first", "second", "third", "fourth", "fifth"]);
  });

  it("waits while it is pointed at or its button is in focus, and continues with the time that remained", () => {
    const { toasts, ran, find } = showUndos("held", "other");
    vi.advanceTimersByTime(UNDO_SHOWN_MS - 1000);
    toasts.hold(find("held"), "pointer");
    toasts.hold(find("held"), "focus");
    vi.advanceTimersByTime(60_000);
    expect(ran).toEqual(["other"]);
    toasts.release(find("held"), "pointer");
    vi.advanceTimersByTime(60_000);
    expect(ran).toEqual(["other"]);
    toasts.release(find("held"), "focus");
    vi.advanceTimersByTime(999);
    expect(ran).toEqual(["other"]);
    vi.advanceTimersByTime(1);
    expect(ran).toEqual(["other", "held"]);
  });

  it("can be undone without its button, the newest one first", () => {
    const { toasts, ran } = showUndos("older", "newer");
    toasts.show("Saved");
    expect(toasts.actOnNewest()).toBe(true);
    expect(toasts.actOnNewest()).toBe(true);
    expect(toasts.actOnNewest()).toBe(false);
    expect(ran).toEqual(["undo newer", "undo older"]);
    expect(textsOf(toasts)).toEqual(["Saved"]);
  });
});
