import { createPinia, setActivePinia } from "pinia";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useToasts } from "./toasts.store.ts";

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
});
