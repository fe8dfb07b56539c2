import { open } from "node:fs/promises";

/** After how many bytes the free space is checked again while a file comes in. */
export const FREE_SPACE_CHECK_BYTES = 64 * 1024 * 1024;
/** Only the person who runs the station reads its files. */
const OWNER_ONLY = 0o600;

export type IncomingOutcome = { readonly kind: "stored" } | { readonly kind: "no_room" };

/**
 * Writes a new file as it comes in, and returns when it is on disk. What is written when there is no more room, or when the
 * sender fails, is left for the caller to remove. `room`: how many bytes may still be written.
 */
export async function writeIncoming(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  room: () => Promise<number>,
): Promise<IncomingOutcome> {
  let left = await room();
  if (left <= 0) return { kind: "no_room" };
  const handle = await open(path, "wx", OWNER_ONLY);
  try {
    let uncheckedBytes = 0;
    for await (const chunk of chunks) {
      uncheckedBytes += chunk.length;
      left -= chunk.length;
      if (left <= 0) return { kind: "no_room" };
      await handle.writeFile(chunk);
      if (uncheckedBytes < FREE_SPACE_CHECK_BYTES) continue;
      left = Math.min(left, await room());
      uncheckedBytes = 0;
    }
    await handle.sync();
    return { kind: "stored" };
  } finally {
    await handle.close();
  }
}

/** A new name is on disk when its folder is; Windows has no such call, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
