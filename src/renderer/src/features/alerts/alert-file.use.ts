import { type Ref, ref } from "vue";
import { fileNameOf, withExtension } from "../../api/file-name.ts";
import { reasonOf } from "../../api/reason.ts";
import { openFile, routes } from "../../api/station.client.ts";
import { fileFormatOf, receiveFile, saveBlob } from "../../api/track.export.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import type { AlertFilter } from "./alert-filter.use.ts";

const CSV = fileFormatOf("csv");

/** Saves all alerts that pass the filter as a CSV file. */
export function useAlertFile(): {
  readonly isSaving: Ref<boolean>;
  readonly save: (filter: AlertFilter) => Promise<void>;
} {
  const { t } = useText();
  const toasts = useToasts();
  const isSaving = ref(false);

  async function save(filter: AlertFilter): Promise<void> {
    isSaving.value = true;
    const opened = await openFile(routes.listAlerts, CSV.mediaType, { query: filter });
    const answer = await receiveFile(opened, CSV, () => undefined, new AbortController().signal);
    isSaving.value = false;
    if (answer.kind !== "ok") return toasts.show(t("alerts.failed", { reason: reasonOf(answer) }), "danger");
    const name = withExtension(fileNameOf("alerts", new Date().toISOString()), "csv");
    saveBlob(answer.value, name);
    toasts.show(t("alerts.saved", { name }));
  }
  return { isSaving, save };
}
