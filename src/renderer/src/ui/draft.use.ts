import { type MaybeRefOrGetter, type Ref, ref, toValue, watch } from "vue";
import { copyOf, readDraft } from "./draft.rules.ts";

export interface Draft<T> {
  readonly draft: Ref<T>;
  /** It goes on from what was typed before a reload or a crash. */
  readonly isRestored: Readonly<Ref<boolean>>;
  /** Begins with what is saved, or goes on from what was typed before. */
  begin(fresh: T): void;
  /** Gives up what was typed. */
  discard(): void;
  /** It is saved or cancelled: nothing is left to be kept. */
  finish(): void;
  /** Whether something was typed before a reload or a crash, and is neither saved nor given up. */
  isStored(): boolean;
}

export interface DraftOptions<T> {
  /** Text that is never kept on this computer: passwords, keys. */
  readonly secrets?: readonly (keyof T)[];
}

/**
 * A form that survives a reload and a crash, on this computer. `key` names the form and what it edits; it is read when
 * the form begins.
 */
export function useDraft<T extends object>(
  key: MaybeRefOrGetter<string>,
  initial: T,
  { secrets = [] }: DraftOptions<T> = {},
): Draft<T> {
  const textOf = (typed: T) => JSON.stringify({ ...typed, ...Object.fromEntries(secrets.map((name) => [name, ""])) });
  const keyNow = () => `fieldstation.draft.${toValue(key)}`;
  let storageKey = keyNow();
  const draft = ref(initial) as Ref<T>;
  const isRestored = ref(false);
  let fresh = initial;
  let isKept = false;

  watch(
    draft,
    (typed) => {
      if (!isKept) return;
      const text = textOf(typed);
      if (text === textOf(fresh)) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, text);
    },
    { deep: true, flush: "sync" },
  );

  return {
    draft,
    isRestored,
    begin(saved) {
      isKept = false;
      fresh = copyOf(saved);
      storageKey = keyNow();
      const stored = readDraft(localStorage.getItem(storageKey), fresh);
      isRestored.value = stored !== undefined;
      draft.value = stored ?? copyOf(fresh);
      isKept = true;
    },
    discard() {
      draft.value = copyOf(fresh);
      isRestored.value = false;
    },
    finish() {
      if (isKept) localStorage.removeItem(storageKey);
      isKept = false;
      isRestored.value = false;
    },
    isStored: () => localStorage.getItem(keyNow()) !== null,
  };
}
