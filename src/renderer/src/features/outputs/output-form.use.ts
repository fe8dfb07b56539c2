import { computed, type Ref, watch } from "vue";
import { OUTPUT_KINDS, type Output } from "../../../../../server/contracts/outputs.ts";
import { useEntryForm } from "../../api/entry-form.use.ts";
import { useOutputs } from "../../api/outputs.store.ts";
import { useText } from "../../text/index.ts";
import { useMapPlace } from "../../ui/map-place.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import {
  outputDraftOf,
  emptyOutput,
  hasCredential,
  type OutputDraft,
  outputRequestOf,
  outputProblems,
} from "./output-draft.ts";

/** The form that adds or changes an output. `adding` is the kind that the address of the page asks for. */
export function useOutputForm(adding: Ref<string>) {
  const { t } = useText();
  const outputs = useOutputs();
  const toasts = useToasts();
  const place = useMapPlace();
  const form = useEntryForm<Output, OutputDraft>({
    name: "output",
    empty: emptyOutput("tak"),
    secrets: ["password", "secret", "certificate"],
    adding,
    toSentence: (reason) => t("outputs.form.failed", { reason }),
  });
  const { draft, existing, isSubmitted, begin, submit } = form;

  /** Whether a credential is stored: then none has to be entered. */
  const isStored = computed(() => existing.value !== undefined && hasCredential(existing.value.settings));
  const problems = computed(() => (isSubmitted.value ? outputProblems(draft.value, isStored.value) : []));

  watch(
    adding,
    (asked) => {
      if (asked !== "") begin(emptyOutput(OUTPUT_KINDS.find((kind) => kind === asked) ?? "tak", place.value));
    },
    { immediate: true },
  );

  async function save(): Promise<void> {
    isSubmitted.value = true;
    if (problems.value.length > 0) return;
    const body = outputRequestOf(draft.value);
    const one = existing.value;
    const saved = await submit(one === undefined ? outputs.add(body) : outputs.edit(one.id, body));
    if (saved) toasts.show(t(one === undefined ? "connections.added" : "connections.saved", { name: saved.name }));
  }

  return {
    ...form,
    isStored,
    problems,
    save,
    openNew: () => (adding.value = "tak"),
    openExisting: (output: Output) => begin(outputDraftOf(output, place.value), output),
  };
}

export type OutputForm = ReturnType<typeof useOutputForm>;
