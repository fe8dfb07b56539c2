import { defineStore } from "pinia";
import { ref } from "vue";

export type ToastTone = "plain" | "danger";

/** A button of the message, such as undo. */
export interface ToastAction {
  readonly text: string;
  readonly run: () => void;
  /** The id of the action that it undoes, so that the button disappears when that was undone elsewhere. */
  readonly undoes?: string;
  /** Called when the message disappears and nobody has pressed the button. */
  readonly otherwise?: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  readonly action: ToastAction | undefined;
}

const SHOWN_MS = 6_000;
/** Long enough to reconsider. The same action is always offered elsewhere too. */
export const UNDO_SHOWN_MS = 20_000;

/** Short messages about what was just done. Important information is never shown here only. */
export const useToasts = defineStore("toasts", () => {
  const toasts = ref<readonly Toast[]>([]);
  let count = 0;

  function show(text: string, tone: ToastTone = "plain", action?: ToastAction): void {
    count += 1;
    const id = count;
    const before = toasts.value;
    toasts.value = [...before.slice(-2), { id, text, tone, action }];
    for (const gone of before.slice(0, -2)) gone.action?.otherwise?.();
    setTimeout(() => dismiss(id), action ? UNDO_SHOWN_MS : SHOWN_MS);
  }

  function dismiss(id: number): void {
    const gone = toasts.value.find((toast) => toast.id === id);
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
    gone?.action?.otherwise?.();
  }

  /** Its button was pressed. */
  function act({ id, action }: Toast): void {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
    action?.run();
  }

  /** Removes the messages whose undo button is of no more use. */
  function dismissUndo(undoes: string): void {
    toasts.value = toasts.value.filter(({ action }) => action?.undoes !== undoes);
  }

  return { toasts, show, dismiss, act, dismissUndo };
});
