/** The first bytes of the files that can be added, as text. */
const STARTS = ["PMTiles", "SQLite format 3\0"];
const START_BYTES = 16;

/** Whether a file can be a map, by its first bytes: a large one of another kind is not sent first to be refused. */
export async function canBeMap(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  // The station says best what is wrong with an empty file.
  return bytes.length === 0 || STARTS.some((one) => start.startsWith(one));
}

/** Per cent of a file that have been sent: 100 only when all of it has. */
export function percentOf(sentBytes: number, totalBytes: number): number {
  return totalBytes === 0 ? 100 : Math.floor((100 * sentBytes) / totalBytes);
}
