import type { ContextMenuParams, MenuItemConstructorOptions } from "electron";
import { desktopText } from "../text/desktop-text.ts";

export type Clicked = Pick<ContextMenuParams, "isEditable" | "selectionText"> & {
  readonly editFlags: Pick<ContextMenuParams["editFlags"], "canCut" | "canCopy" | "canPaste" | "canSelectAll">;
};

/** For a field: cut, copy, paste. For selected text: copy. For everything else nothing. */
export function contextMenuTemplate({ isEditable, selectionText, editFlags }: Clicked): MenuItemConstructorOptions[] {
  const { menu } = desktopText();
  const copy = { role: "copy" as const, label: menu.copy, enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === "" ? [] : [copy];
  return [
    { role: "cut", label: menu.cut, enabled: editFlags.canCut },
    copy,
    { role: "paste", label: menu.paste, enabled: editFlags.canPaste },
    { type: "separator" },
    { role: "selectAll", label: menu.selectAll, enabled: editFlags.canSelectAll },
  ];
}
