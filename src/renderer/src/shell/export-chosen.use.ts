import { nextTick, type Ref, ref } from "vue";
import { useText } from "../text/index.ts";
import { useToasts } from "../ui/toasts.store.ts";
import type { Panels } from "./panels.use.ts";
import { useMenuCommand } from "./menu-commands.ts";

/** Opens the export of the selected operation, also from the desktop menu; shows a message if none is selected. */
export function useExportChosen(
  isChosen: () => boolean,
  panels: Panels,
): { isExporting: Ref<boolean>; exportChosen: () => void } {
  const { t } = useText();
  const toasts = useToasts();
  const isExporting = ref(false);

  function exportChosen(): void {
    if (!isChosen()) {
      toasts.show(t("card.chooseFirst"));
      return;
    }
    // The menu opens at a button of the card.
    if (panels.isFolded("card")) panels.fold("card", false);
    void nextTick(() => (isExporting.value = true));
  }

  useMenuCommand("export", exportChosen);
  return { isExporting, exportChosen };
}
