import { computed, type Ref, ref, shallowRef } from "vue";
import { type DraftOptions, useDraft } from "../ui/draft.use.ts";
import type { ApiResult } from "./station.client.ts";
import { useSubmission } from "./submission.use.ts";

export interface EntryFormOptions<Entry, D> extends DraftOptions<D> {
  /** The key under which the draft is stored on this computer: `source`, `output`. */
  readonly name: string;
  readonly empty: D;
  /** The kind of entry that the page's address asks to add; empty if it asks for none. */
  readonly adding: Ref<string>;
  /** Makes the sentence for a failed request. */
  readonly toSentence: (reason: string, existing: Entry | undefined) => string;
}

/** A dialog that adds or changes an entry; after a reload or a crash it continues with the draft. */
export function useEntryForm<Entry extends { readonly id: string }, D extends object>(
  options: EntryFormOptions<Entry, D>,
) {
  const { name, empty, adding, toSentence } = options;
  /** The entry that is changed; undefined for a new one. */
  const existing = shallowRef<Entry>();
  const { isBusy, failure, send } = useSubmission((reason) => toSentence(reason, existing.value));
  const kept = useDraft<D>(() => `${name}.${existing.value?.id ?? "new"}`, empty, options);
  const isSubmitted = ref(false);
  const isOpen = computed({
    get: () => adding.value !== "" || existing.value !== undefined,
    set: (isStillOpen) => {
      if (isStillOpen) return;
      kept.finish();
      adding.value = "";
      existing.value = undefined;
    },
  });

  /** Opens the form with a stored entry, or empty for a new one. */
  function begin(fresh: D, entry?: Entry): void {
    existing.value = entry;
    kept.begin(fresh);
    isSubmitted.value = false;
    failure.value = undefined;
  }

  /** Closes the form where the request succeeds. */
  async function submit(request: Promise<ApiResult<Entry>>): Promise<Entry | undefined> {
    const answer = await send(request);
    if (answer.kind !== "ok") return undefined;
    isOpen.value = false;
    return answer.value;
  }

  const { draft, isRestored, discard } = kept;
  return { draft, isRestored, discard, existing, isSubmitted, isOpen, isBusy, failure, begin, submit };
}
