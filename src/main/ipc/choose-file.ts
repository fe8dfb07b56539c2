import { dialog, type BrowserWindow } from "electron";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { ChosenFile } from "../../preload/contract.ts";
import { desktopText } from "../text/desktop-text.ts";

const RECORDINGS = ["pcap", "pcapng", "btsnoop", "cfa", "jsonl", "ndjson", "json", "txt", "log", "bin", "tlog", "csv"];
const BACKUPS = ["sqlite", "age"];

export type ChosenKind = "recording" | "backup";

/** Shows a file dialog over `window`; `undefined` if it was cancelled. */
export async function chooseFile(kind: ChosenKind, window: BrowserWindow | undefined): Promise<ChosenFile | undefined> {
  const { openRecording, openBackup } = desktopText();
  const filters = [
    kind === "backup"
      ? { name: openBackup.backups, extensions: BACKUPS }
      : { name: openRecording.recordings, extensions: RECORDINGS },
    { name: openRecording.allFiles, extensions: ["*"] },
  ];
  const { title } = kind === "backup" ? openBackup : openRecording;
  const wanted = { title, properties: ["openFile" as const], filters };
  const { filePaths } = await (window === undefined
    ? dialog.showOpenDialog(wanted)
    : dialog.showOpenDialog(window, wanted));
  const [path] = filePaths;
  if (path === undefined) return undefined;
  return { path, name: basename(path), sizeBytes: (await stat(path)).size };
}
