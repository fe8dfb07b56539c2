import { defineStore } from "pinia";
import { shallowRef } from "vue";

/** Flight logs that were opened with the app, on their way to the import dialog. */
export const useOpenedFlightLogs = defineStore("opened-flight-logs", () => {
  const waiting = shallowRef<readonly File[]>([]);
  return {
    waiting,
    add(files: readonly File[]): void {
      waiting.value = [...waiting.value, ...files];
    },
    take(): readonly File[] {
      const taken = waiting.value;
      waiting.value = [];
      return taken;
    },
  };
});
