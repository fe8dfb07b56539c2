import { undoFusion } from "../../api/operation.actions.ts";
import { reasonOf } from "../../api/reason.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";

export interface FusionUndo {
  restoreSuboperations(editId: string): Promise<void>;
  /** Says what was done, with the way back at hand. */
  showDoneToast(words: string, editId: string): void;
}

/** The way back from a decision by hand; what became of it is said in a notice. */
export function useFusionUndo(): FusionUndo {
  const { t } = useText();
  const toasts = useToasts();

  async function restoreSuboperations(editId: string): Promise<void> {
    const answer = await undoFusion(editId);
    if (answer.kind === "ok") toasts.show(t("operation.history.undoneNow"));
    else toasts.show(t("operation.history.failed", { reason: reasonOf(answer) }), "danger");
  }

  function showDoneToast(words: string, editId: string): void {
    toasts.show(words, "plain", { text: t("operation.history.undoDo"), run: () => void restoreSuboperations(editId) });
  }

  return { restoreSuboperations, showDoneToast };
}
