import { useSessionStorage } from "@vueuse/core";

/** Whether the notice about the detail of the built-in map was dismissed; it stays so until the console is reopened. */
export function useDetailNotice() {
  const isDismissed = useSessionStorage("fieldstation.map-detail-read", false);
  return {
    isDismissed,
    dismiss(): void {
      isDismissed.value = true;
    },
  };
}
