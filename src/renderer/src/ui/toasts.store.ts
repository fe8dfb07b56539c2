import { defineStore } from "pinia";
import { ref } from "vue";

export type ToastTone = "plain" | "danger";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
}

const SHOWN_MS = 6_000;

/** Short words about what was just done. Never the only place where something important is said. */
export const useToasts = defineStore("toasts", () => {
  const toasts = ref<readonly Toast[]>([]);
  let count = 0;

  function show(text: string, tone: ToastTone = "plain"): void {
    count += 1;
    const id = count;
    toasts.value = [...toasts.value.slice(-2), { id, text, tone }];
    setTimeout(() => dismiss(id), SHOWN_MS);
  }

  function dismiss(id: number): void {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  }

  return { toasts, show, dismiss };
});
