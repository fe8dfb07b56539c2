import { computed, ref, watch } from "vue";
import type { SyncConflict } from "../../../../../server/contracts/sync.ts";
import { call, routes } from "../../api/station.client.ts";
import { useSubmission } from "../../api/submission.use.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { type ConflictDraft, type FieldProblem, newConflictDraft, readDecision, chooseSide } from "./conflict.rules.ts";
import { useOutbox } from "./outbox.store.ts";

/** The person's choices for the fields of a conflict, before they are sent. */
export function useConflictDraft(conflict: () => SyncConflict) {
  const { t } = useText();
  const outbox = useOutbox();
  const toasts = useToasts();
  const draft = ref<ConflictDraft>(newConflictDraft(conflict()));
  const isSubmitted = ref(false);
  const { isBusy, failure, send } = useSubmission((reason) => t("sync.conflicts.failed", { reason }));
  const read = computed(() => readDecision(conflict().kind, draft.value));
  const problems = computed<Readonly<Record<string, FieldProblem>>>(() =>
    isSubmitted.value && read.value.kind === "incomplete" ? read.value.problems : {},
  );

  // If the values change while it is open, the choices no longer apply to them.
  watch(
    () => JSON.stringify(conflict().fields),
    () => {
      draft.value = newConflictDraft(conflict());
      isSubmitted.value = false;
    },
  );

  function takeSide(side: "here" | "there"): void {
    draft.value = chooseSide(draft.value, side);
  }

  async function decide(): Promise<void> {
    isSubmitted.value = true;
    if (read.value.kind === "incomplete") return;
    const { decision } = read.value;
    const answer = await send(call(routes.decideSyncConflict, { params: { id: conflict().id }, body: decision }));
    if (answer.kind === "ok") toasts.show(t("sync.conflicts.done"));
    await outbox.load();
  }

  return { draft, problems, isBusy, failure, takeSide, decide };
}
