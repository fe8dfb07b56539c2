import { type Ref, ref, watch } from "vue";
import { readDraft } from "./draft.rules.ts";

export interface Draft<T> {
  readonly draft: Ref<T>;
  /** It goes on from what was typed before a reload or a crash. */
  readonly isRestored: Readonly<Ref<boolean>>;
  /** Begins with what is saved, or goes on from what was typed before. */
  begin(fresh: T): void;
  /** Gives up what was typed. */
  discard(): void;
  /** It is saved: nothing is left to be kept. */
  finish(): void;
}

/** A form that survives a reload and a crash, on this computer. `key` names the form and what it edits. */
export function useDraft<T extends object>(key: string, initial: T): Draft<T> {
  const storageKey = `fieldstation.draft.${key}`;
  const draft = ref(initial) as Ref<T>;
  const isRestored = ref(false);
  let fresh = initial;
  let isKept = false;

  watch(
    draft,
    (typed) => {
      if (!isKept) return;
      const text = JSON.stringify(typed);
      if (text === JSON.stringify(fresh)) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, text);
    },
    { deep: true, flush: "sync" },
  );

  return {
    draft,
    isRestored,
    begin(saved) {
      fresh = saved;
      const stored = readDraft(localStorage.getItem(storageKey), saved);
      isRestored.value = stored !== undefined;
      draft.value = stored ?? structuredClone(saved);
      isKept = true;
    },
    discard() {
      draft.value = structuredClone(fresh);
      isRestored.value = false;
    },
    finish() {
      isKept = false;
      localStorage.removeItem(storageKey);
    },
  };
}
