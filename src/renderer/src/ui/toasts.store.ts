import { defineStore } from "pinia";
import { ref } from "vue";
import { type Countdown, startCountdown } from "./countdown.ts";

export type ToastTone = "plain" | "danger";

/** A button of the message, such as undo. */
export interface ToastAction {
  readonly text: string;
  readonly run: () => void;
  /** The id of the action that it undoes, so that the button disappears when that was undone elsewhere. */
  readonly undoes?: string;
  /** Called when the message disappears and nobody has pressed the button. */
  readonly otherwise?: () => void;
  /** Called with the latest time at which the message disappears, Unix milliseconds, when that has changed. */
  readonly onDelay?: (dueMs: number) => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  readonly action: ToastAction | undefined;
}

/** What a message waits for: nobody can read and press a button in a time that is not theirs (WCAG 2.2.1). */
export type ToastHolder = "focus" | "pointer";

const SHOWN_MS = 6_000;
/** Long enough to reconsider. The same action is always offered elsewhere too. */
export const UNDO_SHOWN_MS = 20_000;
/** Messages without a button. Those with one keep their time however many there are: the list of them scrolls. */
const MAX_MESSAGES = 3;
/** A pointer or the focus rarely rests longer on a message. */
const MAX_HELD_MS = 3_600_000;

/** Short messages about what was just done. Important information is never shown here only. */
export const useToasts = defineStore("toasts", () => {
  const toasts = ref<readonly Toast[]>([]);
  const countdowns = new Map<number, Countdown>();
  let count = 0;

  function show(text: string, tone: ToastTone = "plain", action?: ToastAction): void {
    count += 1;
    const id = count;
    toasts.value = [...toasts.value, { id, text, tone, action }];
    countdowns.set(
      id,
      startCountdown(action ? UNDO_SHOWN_MS : SHOWN_MS, () => dismiss(id)),
    );
    const messages = toasts.value.filter((toast) => !toast.action);
    for (const { id: old } of messages.slice(0, -MAX_MESSAGES)) take(old);
  }

  /** Removes a message from the screen and returns it; undefined if it is gone already. */
  function take(id: number): Toast | undefined {
    const taken = toasts.value.find((toast) => toast.id === id);
    countdowns.get(id)?.stop();
    countdowns.delete(id);
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
    return taken;
  }

  function dismiss(id: number): void {
    take(id)?.action?.otherwise?.();
  }

  /** Its button was pressed. */
  function act({ id }: Toast): void {
    take(id)?.action?.run();
  }

  /** Presses the button of the newest message that has one; false if there is none. */
  function actOnNewest(): boolean {
    const newest = toasts.value.findLast(({ action }) => action);
    if (newest) act(newest);
    return newest !== undefined;
  }

  /** Removes the messages whose undo button is of no more use. */
  function dismissUndo(undoes: string): void {
    for (const { id, action } of toasts.value) if (action?.undoes === undoes) take(id);
  }

  /** The time of a message waits while the person points at it or has its button in focus. */
  function hold({ id, action }: Toast, holder: ToastHolder): void {
    countdowns.get(id)?.hold(holder);
    action?.onDelay?.(Date.now() + MAX_HELD_MS);
  }

  function release({ id, action }: Toast, holder: ToastHolder): void {
    const remainingMs = countdowns.get(id)?.release(holder);
    if (remainingMs !== undefined) action?.onDelay?.(Date.now() + remainingMs);
  }

  return { toasts, show, dismiss, act, actOnNewest, dismissUndo, hold, release };
});
