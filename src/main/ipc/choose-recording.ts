import { dialog, type BrowserWindow } from "electron";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { desktopText } from "../text/en.desktop.ts";
import type { RecordingFile } from "../../preload/contract.ts";

const filters = [
  {
    name: desktopText.recording.filter,
    extensions: ["pcap", "pcapng", "btsnoop", "cfa", "jsonl", "ndjson", "json", "txt", "log", "bin", "tlog", "csv"],
  },
  { name: desktopText.recording.allFiles, extensions: ["*"] },
];

/** Lets the person choose one recording over `window`; `undefined` when the dialog was cancelled. */
export async function chooseRecording(window: BrowserWindow | undefined): Promise<RecordingFile | undefined> {
  const wanted = { title: desktopText.recording.title, properties: ["openFile" as const], filters };
  const { filePaths } = await (window === undefined
    ? dialog.showOpenDialog(wanted)
    : dialog.showOpenDialog(window, wanted));
  const [path] = filePaths;
  if (path === undefined) return undefined;
  return { path, name: basename(path), sizeBytes: (await stat(path)).size };
}
