import { type MaybeRefOrGetter, type Ref, ref, toValue, watch } from "vue";
import { plainCopy, readDraft } from "./draft.rules.ts";

export interface Draft<T> {
  readonly draft: Ref<T>;
  /** Whether the form was restored from a draft after a reload or a crash. */
  readonly isRestored: Readonly<Ref<boolean>>;
  /** Starts with the saved values, or with the draft if there is one. */
  begin(fresh: T): void;
  /** Discards the draft and shows the saved values. */
  discard(): void;
  /** Removes the draft, because the form was saved or cancelled. */
  finish(): void;
  /** Whether there is a draft from before a reload or a crash that was neither saved nor discarded. */
  isStored(): boolean;
}

export interface DraftOptions<T> {
  /** Fields that are never stored on this computer: passwords, keys. */
  readonly secrets?: readonly (keyof T)[];
}

/**
 * A form whose draft is kept on this computer through a reload or a crash. `key` names the form and the edited item; it
 * is read when the form begins.
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
      fresh = plainCopy(saved);
      storageKey = keyNow();
      const stored = readDraft(localStorage.getItem(storageKey), fresh);
      isRestored.value = stored !== undefined;
      draft.value = stored ?? plainCopy(fresh);
      isKept = true;
    },
    discard() {
      draft.value = plainCopy(fresh);
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
