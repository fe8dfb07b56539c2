import { dialog, type BrowserWindow } from "electron";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { RecordingFile } from "../../preload/contract.ts";
import { desktopText } from "../text/desktop-text.ts";

const EXTENSIONS = ["pcap", "pcapng", "btsnoop", "cfa", "jsonl", "ndjson", "json", "txt", "log", "bin", "tlog", "csv"];

/** Lets the person choose one recording over `window`; `undefined` when the dialog was cancelled. */
export async function chooseRecording(window: BrowserWindow | undefined): Promise<RecordingFile | undefined> {
  const { title, recordings, allFiles } = desktopText().openRecording;
  const filters = [
    { name: recordings, extensions: EXTENSIONS },
    { name: allFiles, extensions: ["*"] },
  ];
  const wanted = { title, properties: ["openFile" as const], filters };
  const { filePaths } = await (window === undefined
    ? dialog.showOpenDialog(wanted)
    : dialog.showOpenDialog(window, wanted));
  const [path] = filePaths;
  if (path === undefined) return undefined;
  return { path, name: basename(path), sizeBytes: (await stat(path)).size };
}
