import { dialog, type BrowserWindow } from "electron";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { SaveResult } from "../../preload/contract.ts";
import { reasonOf } from "../files/file-failure.ts";

export interface FileToSave {
  readonly title: string;
  /** Suggested; the person may choose another. */
  readonly name: string;
  readonly extension: string;
  readonly filter: string;
  readonly make: () => Promise<Uint8Array>;
}

/** Lets the person choose a place, then makes the file and writes it there. */
export async function saveFile(window: BrowserWindow, file: FileToSave): Promise<SaveResult> {
  const { title, name, extension, filter, make } = file;
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title,
    defaultPath: name,
    filters: [{ name: filter, extensions: [extension] }],
  });
  if (canceled || filePath === "") return { kind: "cancelled" };
  try {
    await writeFile(filePath, await make());
    return { kind: "saved", name: basename(filePath) };
  } catch (error) {
    return { kind: "failed", reason: reasonOf(error) };
  }
}
