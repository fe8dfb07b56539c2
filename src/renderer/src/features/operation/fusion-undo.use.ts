import { undoFusion } from "../../api/operation.actions.ts";
import { reasonOf } from "../../api/reason.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";

export interface FusionUndo {
  undoEdit(editId: string): Promise<void>;
  /** Shows what was done, with a button to undo it. */
  showDoneToast(text: string, editId: string): void;
}

/** Undoing a manual split or merge; the outcome is shown in a toast. */
export function useFusionUndo(): FusionUndo {
  const { t } = useText();
  const toasts = useToasts();

  async function undoEdit(editId: string): Promise<void> {
    const answer = await undoFusion(editId);
    if (answer.kind === "ok") toasts.dismissUndo(editId);
    if (answer.kind === "ok") toasts.show(t("operation.history.undoneNow"));
    else toasts.show(t("operation.history.failed", { reason: reasonOf(answer) }), "danger");
  }

  function showDoneToast(text: string, editId: string): void {
    const run = () => void undoEdit(editId);
    toasts.show(text, "plain", { text: t("operation.history.undoAction"), run, undoes: editId });
  }

  return { undoEdit, showDoneToast };
}
