import type { BrowserWindow } from "electron";
import type { SaveResult } from "../../preload/contract.ts";
import { desktopText } from "../text/desktop-text.ts";
import { fileNameOf } from "./file-name.rules.ts";
import { saveFile } from "./save-file.ts";

/** Saves the page of a window as it would be printed. */
export function savePdf(window: BrowserWindow): Promise<SaveResult> {
  const { title, filter } = desktopText().app.pdf;
  return saveFile(window, {
    title,
    filter,
    name: fileNameOf(window.webContents.getTitle(), "pdf"),
    extension: "pdf",
    make: () => window.webContents.printToPDF({ printBackground: true, pageSize: "A4" }),
  });
}
