import { createPinia, setActivePinia } from "pinia";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { UNDO_SHOWN_MS, useToasts } from "./toasts.store.ts";

beforeEach(() => {
  setActivePinia(createPinia());
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("a message with an undo", () => {
  it("is gone when the same was undone elsewhere; the others stay", () => {
    const toasts = useToasts();
    const run = () => undefined;
    toasts.show("Merged", "plain", { text: "Undo", run, undoes: "edit-1" });
    toasts.show("Split", "plain", { text: "Undo", run, undoes: "edit-2" });
    toasts.show("Saved");
    toasts.dismissUndo("edit-1");
    expect(toasts.toasts.map(({ text }) => text)).toEqual(["Split", "Saved"]);
  });

  it("otherwise runs the postponed action once: when it times out, is dismissed or is replaced", () => {
    const toasts = useToasts();
    const otherwise = vi.fn<(name: string) => void>();
    const show = (name: string) =>
      toasts.show(name, "plain", { text: "Undo", run: () => undefined, otherwise: () => otherwise(name) });
    show("first");
    show("undone");
    show("dismissed");
    expect(otherwise).not.toHaveBeenCalled();
    show("timed");
    expect(otherwise.mock.calls).toEqual([["first"]]);
    const find = (name: string) => toasts.toasts.find(({ text }) => text === name)!;
    toasts.act(find("undone"));
    toasts.dismiss(find("dismissed").id);
    vi.advanceTimersByTime(UNDO_SHOWN_MS);
    expect(otherwise.mock.calls).toEqual([["first"], ["dismissed"], ["timed"]]);
  });
});
