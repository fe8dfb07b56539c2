import { type Ref, ref } from "vue";
import { useText } from "../text/index.ts";
import { useToasts } from "../ui/toasts.store.ts";
import { useMenuCommand } from "./menu-commands.ts";

/** Opens the export of the selected operation, also from the desktop menu; shows a message if none is selected. */
export function useExportChosen(isChosen: () => boolean): { isExporting: Ref<boolean>; exportChosen: () => void } {
  const { t } = useText();
  const toasts = useToasts();
  const isExporting = ref(false);

  function exportChosen(): void {
    if (isChosen()) isExporting.value = true;
    else toasts.show(t("card.chooseFirst"));
  }

  useMenuCommand("export", exportChosen);
  return { isExporting, exportChosen };
}
