import { computed, type Ref, ref, shallowRef, watch } from "vue";
import { OUTPUT_KINDS, type Output } from "../../../../../server/contracts/outputs.ts";
import { useOutputs } from "../../api/outputs.store.ts";
import { useSubmission } from "../../api/submission.use.ts";
import { useText } from "../../text/index.ts";
import { useMapPlace } from "../../ui/map-place.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { draftOf, emptyOutput, hasCredential, type OutputDraft, outputOf, outputProblems } from "./output-draft.ts";

/** The form that adds or changes an output. `adding` is the kind that the address of the page asks for. */
export function useOutputForm(adding: Ref<string>) {
  const { t } = useText();
  const outputs = useOutputs();
  const toasts = useToasts();
  const place = useMapPlace();
  const { isBusy, failure, send } = useSubmission((reason) => t("outputs.form.failed", { reason }));

  /** The output that is changed; undefined for a new one. */
  const existing = shallowRef<Output>();
  const draft = ref<OutputDraft>(emptyOutput("tak"));
  const isSubmitted = ref(false);

  /** Whether a credential is stored: no other has to be entered then. */
  const isStored = computed(() => existing.value !== undefined && hasCredential(existing.value.settings));
  const problems = computed(() => (isSubmitted.value ? outputProblems(draft.value, isStored.value) : []));
  const isOpen = computed({
    get: () => adding.value !== "" || existing.value !== undefined,
    set: (isStillOpen) => {
      if (isStillOpen) return;
      adding.value = "";
      existing.value = undefined;
    },
  });

  function begin(begun: OutputDraft): void {
    draft.value = begun;
    isSubmitted.value = false;
    failure.value = undefined;
  }

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
    const body = outputOf(draft.value);
    const one = existing.value;
    const answer = await send(one === undefined ? outputs.add(body) : outputs.edit(one.id, body));
    if (answer.kind !== "ok") return;
    toasts.show(t(one === undefined ? "outputs.added" : "outputs.saved", { name: answer.value.name }));
    isOpen.value = false;
  }

  return {
    draft,
    existing,
    isStored,
    isOpen,
    isBusy,
    failure,
    problems,
    save,
    openNew: () => (adding.value = "tak"),
    openExisting(output: Output) {
      existing.value = output;
      begin(draftOf(output, place.value));
    },
  };
}

export type OutputForm = ReturnType<typeof useOutputForm>;
