import { useSessionStorage } from "@vueuse/core";

/** Whether the notice of where the built-in map ends was dismissed: it is said once, until the console is opened again. */
export function useDetailNotice() {
  const isDismissed = useSessionStorage("fieldstation.map-detail-read", false);
  return {
    isDismissed,
    dismiss(): void {
      isDismissed.value = true;
    },
  };
}
