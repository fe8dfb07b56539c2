import { computed } from "vue";
import type { ExportFormat } from "../api/track.export.ts";
import { type ExportSelection, useExports } from "../features/exports/exports.store.ts";
import { operationEntries } from "../features/exports/operation-entries.ts";
import { useText } from "../text/index.ts";
import type { LogList } from "./log-list.use.ts";

/** Exports all operations that pass the filters of the log; their number is shown only if it is known before. */
export function useLogExport(
  list: LogList,
  /** The period as it is now; undefined if it is invalid. */
  currentTimes: () => Parameters<LogList["listAll"]>[0] | undefined,
) {
  const { t, count } = useText();
  const exports = useExports();

  const exportLabel = computed(() =>
    list.passing.value === undefined && list.isFiltered.value
      ? t("exports.allFiltered")
      : count("exports.all", list.passing.value ?? 0),
  );

  function exportAll(format: ExportFormat): void {
    const selection: ExportSelection = async (signal, onSearched) => {
      const all = await list.listAll(currentTimes() ?? { from: "" }, signal, onSearched);
      return all.kind === "ok" ? { ...all, value: operationEntries(all.value, format) } : all;
    };
    exports.exportAll(selection, list.passing.value, format);
  }

  return { exportLabel, exportAll };
}
