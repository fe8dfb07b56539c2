import { defineStore } from "pinia";
import { ref } from "vue";

export type ToastTone = "plain" | "danger";

/** A button of the message, such as undo. */
export interface ToastAction {
  readonly text: string;
  readonly run: () => void;
  /** What it undoes, so that the button goes when that was undone elsewhere. */
  readonly undoes?: string;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  readonly action: ToastAction | undefined;
}

const SHOWN_MS = 6_000;
/** Long enough to reconsider. The same action is always offered elsewhere too. */
const SHOWN_WITH_ACTION_MS = 20_000;

/** Short messages about what was just done. Important information is never shown here only. */
export const useToasts = defineStore("toasts", () => {
  const toasts = ref<readonly Toast[]>([]);
  let count = 0;

  function show(text: string, tone: ToastTone = "plain", action?: ToastAction): void {
    count += 1;
    const id = count;
    toasts.value = [...toasts.value.slice(-2), { id, text, tone, action }];
    setTimeout(() => dismiss(id), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
  }

  function dismiss(id: number): void {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  }

  /** Removes the messages that offer to undo what is undone already. */
  function dismissUndo(undoes: string): void {
    toasts.value = toasts.value.filter(({ action }) => action?.undoes !== undoes);
  }

  return { toasts, show, dismiss, dismissUndo };
});
