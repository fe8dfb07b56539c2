import type { OpenedFile } from "../../../preload/contract.ts";
import { desktop } from "./desktop-bridge.ts";

/** Reads a file that was opened with the app, part by part; `undefined` when it cannot be read to its end. */
export async function readOpenedFile({ id, name, sizeBytes }: OpenedFile): Promise<File | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let read = 0;
  while (read < sizeBytes) {
    const part = await desktop.openRequests.read(id, read);
    if (part === undefined || part === "") return undefined;
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
    parts.push(bytes);
    read += bytes.length;
  }
  return new File(parts, name);
}
