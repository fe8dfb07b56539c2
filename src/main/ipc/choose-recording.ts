import { dialog, type BrowserWindow } from "electron";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { RecordingFile } from "../../preload/contract.ts";

const filters = [
  {
    name: "Recordings",
    extensions: ["pcap", "pcapng", "btsnoop", "cfa", "jsonl", "ndjson", "json", "txt", "log", "bin", "tlog", "csv"],
  },
  { name: "All files", extensions: ["*"] },
];

/** Lets the person choose one recording over `window`; `undefined` when the dialog was cancelled. */
export async function chooseRecording(window: BrowserWindow | undefined): Promise<RecordingFile | undefined> {
  const wanted = { title: "Open recording", properties: ["openFile" as const], filters };
  const { filePaths } = await (window === undefined
    ? dialog.showOpenDialog(wanted)
    : dialog.showOpenDialog(window, wanted));
  const [path] = filePaths;
  if (path === undefined) return undefined;
  return { path, name: basename(path), sizeBytes: (await stat(path)).size };
}
